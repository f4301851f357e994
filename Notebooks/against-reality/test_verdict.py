"""What the page says of rows, on rows of which that is plain: `python3 -m unittest` in this folder."""

import unittest

from calibration import slower
from page import hit_sentences
from renewal import ROUNDS, newest
from verdict import cells, counted, covered, order_kept, summary, within


def row(repeat=1, policy="lru", blank=1.0, predicted=1.0, band=("0.9", "1.1"), **changes):
    """A run of one cell; everything but blank time is as predicted."""
    low, high = band
    found = {
        "scene": "doom", "policy": policy, "budget": "64MiB", "prefetch": "none", "lanes": "1",
        "clock": "real", "repeat": str(repeat), "calibrates": "no", "disturbed": "",
        "requests": "100",
        "blank_s": str(blank), "blank_s_predicted": str(predicted),
        "blank_s_low": low, "blank_s_high": high,
    }
    for figure, value in (("hit_rate", "0.5"), ("p50_ms", "17"), ("late_p50_ms", "33")):
        found[figure] = found[f"{figure}_predicted"] = value
        found[f"{figure}_low"] = found[f"{figure}_high"] = value
    return dict(found, **changes)


class VerdictTest(unittest.TestCase):
    def test_limits_are_a_share_or_a_frame(self):
        self.assertTrue(within("hit_rate", 0.50, 0.51))
        self.assertFalse(within("hit_rate", 0.50, 0.52))
        self.assertTrue(within("blank_s", 1.0, 1.2))
        self.assertFalse(within("blank_s", 1.0, 1.21))
        self.assertTrue(within("blank_s", 0.01, 0.027))
        self.assertTrue(within("p50_ms", 17, 33))
        self.assertFalse(within("p50_ms", 17, 50))
        self.assertTrue(within("p50_ms", float("inf"), float("inf")))

    def test_the_medians_of_the_repeats_count(self):
        (cell,) = cells([row(1, blank=1, predicted=1), row(2, blank=3, predicted=1.1),
                         row(3, blank=1.2, predicted=9)])
        self.assertEqual(cell.measured("blank_s"), 1.2)
        self.assertEqual(cell.predicted("blank_s"), 1.1)
        self.assertEqual(cell.noise("blank_s"), 2)
        self.assertTrue(cell.keeps("blank_s"))

    def test_every_run_has_a_band_of_its_own(self):
        group = cells([row(1, blank=1), row(2, blank=2, band=("1.9", "2.1")), row(3, blank=2)])
        self.assertAlmostEqual(covered(group, "blank_s"), 200 / 3)

    def test_disturbed_runs_do_not_count(self):
        rows = [row(1), row(2, blank=9, disturbed="others took 20 %")]
        (cell,) = counted(rows, "real", False)
        self.assertEqual(cell.measured("blank_s"), 1)
        self.assertEqual(counted([rows[1]], "real", False), [])

    def test_order_is_asked_where_policies_differ_by_more_than_noise(self):
        rows = [row(1), row(2, blank=1.02), row(1, "sieve", blank=1.5, predicted=0.9),
                row(2, "sieve", blank=1.5, predicted=0.9)]
        self.assertEqual(order_kept(rows, "real"), (1, 0, 1, 0))
        for one in rows[2:]:
            one["blank_s_predicted"] = "1.4"
        self.assertEqual(order_kept(rows, "real"), (1, 1, 1, 1))
        self.assertEqual(order_kept(rows[::2], "real"), (0, 0, 0, 0))

    def test_pairs_that_are_predicted_apart_by_less_than_predictions_differ_are_left_open(self):
        rows = [row(1, predicted=1), row(2, predicted=1.3),
                row(1, "sieve", blank=1.5, predicted=0.9), row(2, "sieve", blank=1.5, predicted=1.2)]
        order = order_kept(rows, "real")
        self.assertEqual(order, (1, 0, 0, 0))
        self.assertTrue(str(order).endswith(", and 0 of the other 1."), str(order))

    def test_missed_hit_rates_are_told_in_requests(self):
        rows = [row(prefetch="neighbours", hit_rate="0.53"), row(policy="sieve", hit_rate="0.51"),
                row(policy="nscache", prefetch="neighbours", hit_rate="0.46")]
        (sentence,) = hit_sentences(rows)
        self.assertIn("in 2 cells, by 3 to 4 of 100 requests, all with prefetching and one lane", sentence)
        rows.append(row(lanes="2", hit_rate="0.47"))
        (sentence,) = hit_sentences(rows)
        self.assertTrue(sentence.endswith("in 3 cells, by 3 to 4 of 100 requests."), sentence)

    def test_a_summary_of_no_rows_is_empty(self):
        self.assertEqual(list(summary([])), [])


class RenewalTest(unittest.TestCase):
    def test_the_last_rounds_are_kept_and_numbered_anew(self):
        rows = [{"file": file, "repetition": "1", "ms": str(number)}
                for number in range(ROUNDS + 3) for file in ("a", "b")]
        kept = newest(rows)
        self.assertEqual(len(kept), 2 * ROUNDS)
        self.assertEqual([kept[0]["ms"], kept[0]["repetition"]], ["3", "1"])
        self.assertEqual([kept[-1]["ms"], kept[-1]["repetition"]], [str(ROUNDS + 2), str(ROUNDS)])


class SideBySideTest(unittest.TestCase):
    def test_work_beside_another_and_waits_of_those_that_had_one_add_up(self):
        beside = [{"round": round, "lanes": lanes, "cpu_ms": cpu}
                  for round, pace in (("1", 1), ("2", 3))
                  for lanes, cpu in (("1", str(100 * pace)), ("2", str(102 * pace)))]
        # Of the decodes of two lanes half had another beside them, and waited for 3 % of their time;
        # those of one lane for 1 %.
        sharing = [{"scene": scene, "lanes": lanes, "decodes": "80", "side_by_side": sides,
                    "wall_ms": wall, "cpu_ms": "1000"}
                   for scene in ("grid", "feed")
                   for lanes, sides, wall in (("1", "0", "1010"), ("2", "40", "1030"))]
        value, error = slower(beside, sharing)
        self.assertAlmostEqual(value, 1.02 * (1 + 2 * (1.03 / 1.01 - 1)) - 1)
        self.assertAlmostEqual(error, 0)


if __name__ == "__main__":
    unittest.main()
