"""On the path of a build, this makes the workers die of the shard that begins with the deal in DEADLY_SHARD.

DEADLY_HOW tells how: "kill" as the kernel does that has no memory left, "memory" by asking for too much.
"""

import os
import signal
import sys

if "--multiprocessing-fork" in sys.orig_argv and "DEADLY_SHARD" in os.environ:
    from freecell_pools.pools import shards

    make_shard = shards.make_shard

    def deadly(folder, rules, span, *rest, **more):  # type: ignore[no-untyped-def]
        if os.environ["DEADLY_SHARD"] == str(span.first):
            with open(os.environ["DEADLY_NOTES"], "a") as notes:
                notes.write(f"{os.getpid()} {span}\n")
            if os.environ["DEADLY_HOW"] == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            bytearray(1 << 60)
        return make_shard(folder, rules, span, *rest, **more)

    shards.make_shard = deadly
