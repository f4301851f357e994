"""Policies with one queue, and one with counts."""
from cache import Policy


class FIFO(Policy):
    """Evicts what was stored first."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.order = {}  # the oldest first

    def insert(self, key, cost):
        self.order[key] = cost

    def remove(self, key):
        del self.order[key]

    def renew(self, key):
        """Makes it the newest."""
        self.order[key] = self.order.pop(key)

    def victim(self):
        key = next(iter(self.order))
        self.remove(key)
        return key


class LRU(FIFO):
    """Evicts what was not asked for for the longest time."""

    def hit(self, key):
        self.renew(key)


class Clock(FIFO):
    """A queue with a second chance: F. Corbató, MIT Project MAC, MAC-M-384, 1968."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.used = set()

    def hit(self, key):
        self.used.add(key)

    def remove(self, key):
        super().remove(key)
        self.used.discard(key)

    def victim(self):
        while (key := next(iter(self.order))) in self.used:
            self.used.remove(key)
            self.renew(key)
        self.remove(key)
        return key


class Sieve(FIFO):
    """A hand that walks from old to new and clears marks: Zhang et al., NSDI 2024."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.visited = set()
        self.hand = None  # the next candidate; None is the oldest

    def hit(self, key):
        self.visited.add(key)

    def remove(self, key):
        if key == self.hand:
            self.hand = self._newer(key)
        super().remove(key)
        self.visited.discard(key)

    def _newer(self, key):
        keys = list(self.order)
        place = keys.index(key) + 1
        return keys[place] if place < len(keys) else None

    def victim(self):
        key = self.hand if self.hand is not None else next(iter(self.order))
        while key in self.visited:
            self.visited.remove(key)
            newer = self._newer(key)
            key = newer if newer is not None else next(iter(self.order))
        self.hand = key
        self.remove(key)  # the hand goes on to the next newer one
        return key


class LFU(Policy):
    """Evicts what was used least since it was stored; of equals what was so first."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.uses = {}  # (how often, when that was reached)
        self.moment = 0

    def _use(self, key, count):
        self.moment += 1
        self.uses[key] = (count, self.moment)

    def insert(self, key, cost):
        self._use(key, 1)

    def hit(self, key):
        self._use(key, self.uses[key][0] + 1)

    def remove(self, key):
        del self.uses[key]

    def victim(self):
        key = min(self.uses, key=self.uses.get)
        self.remove(key)
        return key
