"""A static server that knows range requests, which the one of the standard library does not."""

import mimetypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import unquote, urlsplit


class Request(NamedTuple):
    """A request and how it is answered."""

    method: str
    path: str
    span: tuple[int, int] | None
    status: int


class RangeServer(ThreadingHTTPServer):
    """Serves folders under prefixes and keeps a list of the requests.

    Attributes:
        folders: for each prefix, such as `/pools`, its folder.
        ranges: whether range requests are answered with the range, else with the whole file.
        requests: what came so far, each from before its answer is sent.
    """

    daemon_threads = True

    def __init__(self, folders: dict[str, Path], ranges: bool = True) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folders = folders
        self.ranges = ranges
        self.requests: list[Request] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def find(self, path: str) -> Path | None:
        """Return the file at a path, under the longest prefix that fits; None when there is none."""
        for prefix, folder in sorted(self.folders.items(), reverse=True):
            if path.startswith(f"{prefix}/"):
                file = (folder / path[len(prefix) + 1 :]).resolve()
                if path.endswith("/"):
                    file /= "index.html"
                return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
        return None


@contextmanager
def serving(folders: dict[str, Path], ranges: bool = True) -> Iterator[RangeServer]:
    """Serve folders from a thread."""
    with RangeServer(folders, ranges) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: RangeServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: object) -> None:
        pass

    def _answer(self, with_body: bool) -> None:
        path = unquote(urlsplit(self.path).path)
        file = self.server.find(path)
        content = file.read_bytes() if file else b"not found"
        status = HTTPStatus.OK if file else HTTPStatus.NOT_FOUND
        size, span = len(content), None
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if file and wanted and self.server.ranges:
            first, last = int(wanted[1]), min(int(wanted[2] or size - 1), size - 1)
            if first > last:
                content, status = b"", HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE
            else:
                content, status, span = content[first : last + 1], HTTPStatus.PARTIAL_CONTENT, (first, last + 1)
        # Before the answer: whoever has it finds the request in the list.
        self.server.requests.append(Request(self.command, path, span, int(status)))
        self.send_response(status)
        self.send_header("Content-Type", _content_type(file))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        if self.server.ranges:
            self.send_header("Accept-Ranges", "bytes")
        if span:
            self.send_header("Content-Range", f"bytes {span[0]}-{span[1] - 1}/{size}")
        self.end_headers()
        if with_body:
            self.wfile.write(content)


def _content_type(file: Path | None) -> str:
    if file is None:
        return "text/plain"
    if file.suffix == ".js":
        return "text/javascript"
    return mimetypes.guess_type(file.name)[0] or "application/octet-stream"
