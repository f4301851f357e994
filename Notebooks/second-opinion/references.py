"""The ten policies by their names, and the one that counts references."""
from cache import Policy
from histories import ARC, S3FIFO
from queues import FIFO, LFU, LRU, Clock, Sieve
from segments import SLRU, TwoQ
from weights import remember, trim


class LRUK(Policy):
    """Evicts what has the oldest last reference but one: O'Neil et al., SIGMOD 1993."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.costs = {}
        self.references = {}  # the last two, the latest first, in requests
        self.used = {}  # which use was the last
        self.ghosts = {}
        self.was_ghost = False
        self.now = self.uses = 0

    def _refer(self, key):
        self.uses += 1
        self.used[key] = self.uses
        self.references[key] = ([self.now] + self.references[key])[:2]

    def hit(self, key):
        self.now += 1
        self._refer(key)

    def miss(self, key):
        self.now += 1

    def offer(self, key, cost):
        self.was_ghost = self.ghosts.pop(key, None) is not None

    def insert(self, key, cost):
        if not self.was_ghost:
            self.references[key] = []
        self.was_ghost = False
        self.costs[key] = cost
        self._refer(key)

    def _worth(self, key):
        references = self.references[key]
        return (references[1] if len(references) == 2 else -1, self.used[key])

    def victim(self):
        key = min(self.costs, key=self._worth)
        remember(self.ghosts, key, self.costs.pop(key), self.capacity)
        return key

    def remove(self, key):
        del self.costs[key]

    def resize(self, capacity):
        super().resize(capacity)
        trim(self.ghosts, capacity)


ALL = {
    "fifo": FIFO, "lru": LRU, "clock": Clock, "sieve": Sieve, "lfu": LFU, "slru": SLRU,
    "2q": TwoQ, "s3fifo": S3FIFO, "arc": ARC, "lru-k": LRUK,
}
