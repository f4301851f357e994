"""Policies with several queues, each for a share of the capacity."""
from cache import Policy
from weights import oldest, remember, trim, weight


class SLRU(Policy):
    """Four segments of a quarter each: Karedla et al., 1994; Huang et al., SOSP 2013."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.segments = [{}, {}, {}, {}]
        self.has_sunk = False  # into the lowest

    @property
    def share(self):
        return self.capacity // 4

    def _segment(self, key):
        return next(place for place in range(4) if key in self.segments[place])

    def _sink(self, top):
        """What a segment has no room for becomes the newest of the one below."""
        for place in range(top, 0, -1):
            while weight(self.segments[place]) > self.share:
                key = oldest(self.segments[place])
                self.segments[place - 1][key] = self.segments[place].pop(key)
                self.has_sunk = self.has_sunk or place == 1

    def hit(self, key):
        place = self._segment(key)
        cost = self.segments[place].pop(key)
        higher = min(place + 1, 3)
        self.segments[higher][key] = cost
        if higher > place:
            self._sink(higher)

    def admits(self, cost):
        return cost <= self.share

    def insert(self, key, cost):
        rooms = [place for place in range(4) if weight(self.segments[place]) + cost <= self.share]
        self.segments[rooms[0] if rooms else 0][key] = cost

    def remove(self, key):
        del self.segments[self._segment(key)][key]

    def victim(self):
        key = oldest(next(segment for segment in self.segments if segment))
        self.remove(key)
        return key

    def overflow(self):
        lowest = self.segments[0]
        if self.has_sunk and weight(lowest) > self.share:
            key = oldest(lowest)
            del lowest[key]
            return key
        self.has_sunk = False
        return None

    def resize(self, capacity):
        super().resize(capacity)
        self._sink(3)


class TwoQ(Policy):
    """Arrivals, names of what left them, and what came back: Johnson, Shasha, VLDB 1994."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.arrivals, self.main, self.ghosts = {}, {}, {}
        self.was_ghost = False
        self.waiting = None  # what enters main as soon as that has room

    @property
    def share(self):
        return int(self.capacity * 0.25)

    @property
    def main_share(self):
        return self.capacity - self.share

    @property
    def ghost_share(self):
        return int(self.capacity * 0.5)

    def hit(self, key):
        if key in self.main:
            self.main[key] = self.main.pop(key)

    def offer(self, key, cost):
        self.was_ghost = self.ghosts.pop(key, None) is not None

    def admits(self, cost):
        return cost <= self.share

    def victim(self):
        takes_arrivals = weight(self.arrivals) > self.share
        if self.arrivals and (takes_arrivals or not self.main):
            key = oldest(self.arrivals)
            cost = self.arrivals.pop(key)
            remember(self.ghosts, key, cost, self.ghost_share)
            return key
        key = oldest(self.main)
        del self.main[key]
        return key

    def insert(self, key, cost):
        if self.was_ghost and cost <= self.main_share:
            self.waiting = (key, cost)
        else:
            self.arrivals[key] = cost

    def overflow(self):
        if self.waiting is None:
            return None
        key, cost = self.waiting
        if self.main and weight(self.main) + cost > self.main_share:
            victim = oldest(self.main)
            del self.main[victim]
            return victim
        self.main[key] = cost
        self.waiting = None
        return None

    def remove(self, key):
        del (self.arrivals if key in self.arrivals else self.main)[key]

    def resize(self, capacity):
        super().resize(capacity)
        trim(self.ghosts, self.ghost_share)
