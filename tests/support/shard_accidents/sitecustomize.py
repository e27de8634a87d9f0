"""On the path of workers, this stops them at some shards: for good, or until a test lets them go on.

The shard that begins with the deal DEADLY_SHARD kills its worker, and DEADLY_HOW tells how: "kill" as the kernel does
that has no memory left, "memory" by asking for too much. The shards that begin with the deal HELD_FROM and later wait
until the file HELD_UNTIL is there.
"""

import os
import signal
import sys
import time

if "--multiprocessing-fork" in sys.orig_argv or sys.orig_argv[1:4] == ["-m", "dask", "worker"]:
    from freecell_pools.pools import shards

    make_shard = shards.make_shard

    def stopped(folder, rules, span, *rest, **more):  # type: ignore[no-untyped-def]
        if os.environ.get("DEADLY_SHARD") == str(span.first):
            with open(os.environ["DEADLY_NOTES"], "a") as notes:
                notes.write(f"{os.getpid()} {span}\n")
            if os.environ["DEADLY_HOW"] == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            bytearray(1 << 60)
        if span.first >= int(os.environ.get("HELD_FROM", span.first + 1)):
            while not os.path.exists(os.environ["HELD_UNTIL"]):
                time.sleep(0.01)
        return make_shard(folder, rules, span, *rest, **more)

    shards.make_shard = stopped
