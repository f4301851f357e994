"""Policies that remember what they have evicted."""
from cache import Policy
from weights import oldest, remember, trim, weight


class S3FIFO(Policy):
    """A small queue, a main one, and names: Yang et al., SOSP 2023."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.small, self.main, self.ghosts = {}, {}, {}
        self.hits = {}
        self.was_ghost = False
        self.newcomer = 0  # what enters the small queue, which holds it at least

    @property
    def main_share(self):
        return self.capacity - max(int(self.capacity * 0.1), self.newcomer)

    @property
    def ghost_share(self):
        return int(self.capacity * 0.9)

    def hit(self, key):
        self.hits[key] += 1

    def offer(self, key, cost):
        self.was_ghost = self.ghosts.pop(key, None) is not None
        self.newcomer = 0 if self.was_ghost else cost

    def insert(self, key, cost):
        self.hits[key] = 0
        (self.main if self.was_ghost else self.small)[key] = cost

    def remove(self, key):
        del (self.small if key in self.small else self.main)[key]

    def victim(self):
        key = None
        if weight(self.main) > self.main_share or not self.small:
            key = self._of_main()
        if key is None:
            key = self._of_small()
        return key if key is not None else self._of_main()

    def _of_small(self):
        while self.small:
            key = oldest(self.small)
            cost = self.small.pop(key)
            if self.hits[key] < 2:
                remember(self.ghosts, key, cost, self.ghost_share)
                return key
            self.main[key] = cost
            self.hits[key] = 0
        return None

    def _of_main(self):
        while self.main:
            key = oldest(self.main)
            cost = self.main.pop(key)
            if self.hits[key] == 0:
                return key
            self.hits[key] = min(self.hits[key], 3) - 1
            self.main[key] = cost
        return None

    def resize(self, capacity):
        super().resize(capacity)
        self.newcomer = 0
        trim(self.ghosts, self.ghost_share)


class ARC(Policy):
    """Seen once, seen again, and the names of both: Megiddo, Modha, FAST 2003."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.once, self.again = {}, {}
        self.once_ghosts, self.again_ghosts = {}, {}
        self.target = 0.0  # what `once` may weigh
        self.ghosts = None  # those that the newcomer was among
        self.newcomer = 0

    def hit(self, key):
        queue = self.once if key in self.once else self.again
        self.again[key] = queue.pop(key)

    def offer(self, key, cost):
        self.newcomer = cost
        self.ghosts = None
        once, again = weight(self.once_ghosts), weight(self.again_ghosts)
        if key in self.once_ghosts:
            self.ghosts = self.once_ghosts
            self.target = min(self.target + max(again / once, 1), self.capacity)
        elif key in self.again_ghosts:
            self.ghosts = self.again_ghosts
            self.target = max(self.target - max(once / again, 1), 0)
        if self.ghosts is not None:
            del self.ghosts[key]

    def victim(self):
        if self.ghosts is not None:
            return self._replace()
        first = weight(self.once) + weight(self.once_ghosts)
        second = weight(self.again) + weight(self.again_ghosts)
        if first + self.newcomer > self.capacity:
            if self.once_ghosts:
                del self.once_ghosts[oldest(self.once_ghosts)]
            elif self.once:
                key = oldest(self.once)
                del self.once[key]
                return key
        elif self.again_ghosts and first + second >= 2 * self.capacity:
            del self.again_ghosts[oldest(self.again_ghosts)]
        return self._replace()

    def _replace(self):
        load = weight(self.once)
        is_over = load > self.target or (
            load == self.target and self.ghosts is self.again_ghosts)
        if (self.once and is_over) or not self.again:
            queue, ghosts = self.once, self.once_ghosts
        else:
            queue, ghosts = self.again, self.again_ghosts
        key = oldest(queue)
        ghosts[key] = queue.pop(key)
        return key

    def insert(self, key, cost):
        (self.once if self.ghosts is None else self.again)[key] = cost
        self.ghosts = None
        self.newcomer = 0

    def remove(self, key):
        del (self.once if key in self.once else self.again)[key]

    def resize(self, capacity):
        super().resize(capacity)
        self.ghosts = None
        self.newcomer = 0
        self.target = min(self.target, capacity)
        trim(self.once_ghosts, capacity)
        trim(self.again_ghosts, capacity)
