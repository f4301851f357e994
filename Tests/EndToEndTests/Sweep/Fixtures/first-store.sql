PRAGMA foreign_keys=OFF;
PRAGMA application_id=1399026284;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1 runs');
INSERT INTO grdb_migrations VALUES('2 tunings');
CREATE TABLE trace (
  -- A scroll trace, known by its content.
  digest TEXT PRIMARY KEY, -- SHA-256 of the file's bytes, in hexadecimal
  path TEXT NOT NULL, -- as it was named; of several names the alphabetically first
  title TEXT NOT NULL, -- for people
  kind TEXT NOT NULL, -- `recorded` or `synthetic`
  provenance TEXT NOT NULL, -- where it comes from
  duration_s REAL NOT NULL, -- seconds from its first sample to its last
  items INTEGER NOT NULL, -- places in the layout
  images INTEGER NOT NULL -- different images on them
) STRICT, WITHOUT ROWID;
INSERT INTO trace VALUES('f7b6c7577b1701c689e86430a05f23aa19c8937f78e197ef04dc2001fce3dc22','tall-feed.scroll','Feed of tall photos','synthetic','synthetic, made by: scrollsim trace generate --style browsing --seed 13 --duration 180s --viewport 390x844 --layout list:spacing=12 --catalogue ''items=600 seed=13 size=1080x1350:4,1080x1440:3,1080x1920:3 mix=jpeg:0.8,heic:0.2 content=photo origin=disk'' --title ''Feed of tall photos''',180.0,600,600);
CREATE TABLE profile (
  -- A device or a network, known by its figures.
  digest TEXT PRIMARY KEY, -- of every figure, so that two profiles of one name differ
  kind TEXT NOT NULL, -- `device` or `network`
  name TEXT NOT NULL, -- as in the catalogue, or in the user's file
  summary TEXT NOT NULL, -- one sentence
  figures INTEGER NOT NULL, -- how many figures it has
  estimates INTEGER NOT NULL -- how many of them nobody has measured
) STRICT, WITHOUT ROWID;
INSERT INTO profile VALUES('8cfdebc14d29f7723c5f3132d058f9bf','device','iphone-5','iPhone 5 (2012, A6, two cores), with the decode times measured in Figure 14.5.',70,39);
INSERT INTO profile VALUES('bc443edb9762564680b27187b309c777','network','wifi','Wi-Fi of 40 Mbit/s.',7,6);
INSERT INTO profile VALUES('bca8256effc6b227593ad29e7c12290d','network','3g','3G of average quality, 780 kbit/s.',7,3);
CREATE TABLE scenario (
  -- Everything about a run but its cache.
  key TEXT PRIMARY KEY, -- digest of the columns below
  trace TEXT NOT NULL REFERENCES trace (digest), -- what is scrolled
  layout TEXT NOT NULL, -- where the items lie: the trace's own layout, or another
  device TEXT NOT NULL REFERENCES profile (digest), -- on what
  network TEXT NOT NULL REFERENCES profile (digest), -- over what
  loader TEXT NOT NULL, -- the way of loading, with the settings that are not its own
  loader_settings TEXT NOT NULL, -- all its settings, a JSON object of texts
  prefetcher TEXT NOT NULL -- what is fetched ahead, with its settings
) STRICT, WITHOUT ROWID;
INSERT INTO scenario VALUES('b737bbf20f9568c359ccf82abfe50fb1','f7b6c7577b1701c689e86430a05f23aa19c8937f78e197ef04dc2001fce3dc22','list:spacing=12','8cfdebc14d29f7723c5f3132d058f9bf','bc443edb9762564680b27187b309c777','cached','{"backOff":"1.0","cache":"true","cancelOnLeave":"false","cellPreparation":"on-appearing","clearOnReuse":"true","coalescing":"true","connections":"0","cost":"bytes","decode":"redraw-full-size","decodeAtOnce":"false","decodeOn":"background","diskAge":"0.0","diskCache":"false","diskInterval":"60.0","diskLimit":"0","diskSweep":"when-storing","diskTrim":"1.0","download":"background","fadeDuration":"0.0","fileNames":"1000","hitDelivery":"at-once","holds":"decoded","interfaceAssets":"0","key":"image","lanes":"0","liveObjects":"false","lowScale":"0.5","order":"fifo","origin":"catalogue","pageCache":"0","pinDisplayed":"false","pngReencode":"false","prefetchLimit":"0","prefetchTouches":"true","preload":"0","priorities":"true","purgeGroup":"0","purgeable":"system","rateBurst":"1","rateLimit":"0","read":"background","recycledCellCheck":"true","reloadRow":"false","retry":"true","tileSide":"0","tiles":"false","timeStamps":"false","variants":"none"}','neighbours:k=1');
INSERT INTO scenario VALUES('bef81ef6c548fa3f4fb1b1b929bb9cf7','f7b6c7577b1701c689e86430a05f23aa19c8937f78e197ef04dc2001fce3dc22','grid:columns=2','8cfdebc14d29f7723c5f3132d058f9bf','bc443edb9762564680b27187b309c777','background-decode','{"backOff":"1.0","cache":"false","cancelOnLeave":"false","cellPreparation":"on-appearing","clearOnReuse":"true","coalescing":"false","connections":"0","cost":"bytes","decode":"redraw-view-size","decodeAtOnce":"false","decodeOn":"background","diskAge":"0.0","diskCache":"false","diskInterval":"60.0","diskLimit":"0","diskSweep":"when-storing","diskTrim":"1.0","download":"background","fadeDuration":"0.0","fileNames":"1000","hitDelivery":"at-once","holds":"decoded","interfaceAssets":"0","key":"image","lanes":"0","liveObjects":"false","lowScale":"0.5","order":"fifo","origin":"catalogue","pageCache":"0","pinDisplayed":"false","pngReencode":"false","prefetchLimit":"0","prefetchTouches":"false","preload":"0","priorities":"true","purgeGroup":"0","purgeable":"system","rateBurst":"1","rateLimit":"0","read":"background","recycledCellCheck":"true","reloadRow":"false","retry":"true","tileSide":"0","tiles":"false","timeStamps":"false","variants":"none"}','none');
INSERT INTO scenario VALUES('c30727e430f19544aba1cf353a68c401','f7b6c7577b1701c689e86430a05f23aa19c8937f78e197ef04dc2001fce3dc22','list:spacing=12','8cfdebc14d29f7723c5f3132d058f9bf','bca8256effc6b227593ad29e7c12290d','multi-level:lanes=1','{"backOff":"1.0","cache":"true","cancelOnLeave":"false","cellPreparation":"on-appearing","clearOnReuse":"true","coalescing":"true","connections":"0","cost":"bytes","decode":"redraw-full-size","decodeAtOnce":"false","decodeOn":"background","diskAge":"0.0","diskCache":"true","diskInterval":"60.0","diskLimit":"0","diskSweep":"when-storing","diskTrim":"1.0","download":"background","fadeDuration":"0.0","fileNames":"1000","hitDelivery":"at-once","holds":"decoded","interfaceAssets":"0","key":"image","lanes":"1","liveObjects":"false","lowScale":"0.5","order":"fifo","origin":"network","pageCache":"0","pinDisplayed":"false","pngReencode":"false","prefetchLimit":"0","prefetchTouches":"false","preload":"0","priorities":"true","purgeGroup":"0","purgeable":"system","rateBurst":"1","rateLimit":"0","read":"background","recycledCellCheck":"true","reloadRow":"false","retry":"true","tileSide":"0","tiles":"false","timeStamps":"false","variants":"none"}','none');
CREATE TABLE run (
  -- One run and its figures.
  key TEXT PRIMARY KEY, -- digest of scenario, policy, settings, budget, seed, model version
  scenario TEXT NOT NULL REFERENCES scenario (key), -- everything but the cache
  policy TEXT, -- name of the policy or cache model; null if the loader has no cache
  settings TEXT, -- all its settings, a JSON object of texts; null without a cache
  label TEXT, -- the policy as it was asked for, `distance:lead=2`; null without a cache
  budget_bytes INTEGER, -- the cache's limit; null without a cache
  seed INTEGER NOT NULL, -- for what draws at random
  model_version INTEGER NOT NULL, -- of the simulation's rules; other versions do not compare
  killed TEXT, -- why the device killed the app; null if it did not
  killed_ms REAL, -- when it did
  blank_s REAL NOT NULL, -- blank area as a share of the viewport, integrated over time
  soft_s REAL NOT NULL, -- the same for low variants and fades
  wrong_s REAL NOT NULL, -- the same for images of other items
  stall_s REAL NOT NULL, -- blank and wrong together: what runs are ranked by first
  blank_ratio REAL NOT NULL, -- blank seconds while scrolling per second of scrolling
  blank_frames INTEGER NOT NULL, -- frames with any blank
  hitch_ratio REAL NOT NULL, -- hitch milliseconds per second of scrolling
  hitch_band TEXT NOT NULL, -- `good` up to 5, `warning` up to 10, `critical` above
  hitches INTEGER NOT NULL, -- late frames
  hitch_ms REAL NOT NULL, -- their delays together
  worst_hitch_ms REAL NOT NULL, -- the longest of them
  main_thread_ms REAL NOT NULL, -- how long the main thread was busy
  p50_ms REAL, -- time to image, nearest rank over all appearances; null is never
  p95_ms REAL, -- the same
  p99_ms REAL, -- the same
  max_ms REAL, -- the same
  appearances INTEGER NOT NULL, -- times that an item became visible
  at_once INTEGER NOT NULL, -- whose image came with the cell
  late INTEGER NOT NULL, -- whose image came after it
  never_shown INTEGER NOT NULL, -- that left without their image
  unfinished INTEGER NOT NULL, -- still waiting at the end
  skipped INTEGER NOT NULL, -- items passed over between two frames
  requests INTEGER NOT NULL, -- what visible items asked the loader for
  hits INTEGER NOT NULL, -- of them found in the cache
  hit_rate REAL NOT NULL, -- hits per request
  byte_hit_rate REAL NOT NULL, -- the same by bytes
  decode_hit_rate REAL NOT NULL, -- the same by decode time saved
  live_hits INTEGER NOT NULL, -- found in a cell although not in the cache
  joined INTEGER NOT NULL, -- joined a load that was under way
  stale INTEGER NOT NULL, -- hits on an image that has changed since
  prefetches INTEGER NOT NULL, -- loads that were started ahead
  prefetches_used INTEGER NOT NULL, -- of them wanted later
  evicted_unused INTEGER NOT NULL, -- fetched ahead, and evicted before anybody wanted them
  evicted_too_early INTEGER NOT NULL, -- evicted, and wanted within three screens
  evictions INTEGER NOT NULL, -- images removed to make room
  refusals INTEGER NOT NULL, -- images that the cache did not take
  peak_cache_bytes INTEGER NOT NULL, -- the most that the cache held
  mean_cache_bytes REAL NOT NULL, -- the mean over the time on screen
  over_limit_s REAL NOT NULL, -- seconds above the budget
  oversubscribed_s REAL NOT NULL, -- seconds in which no policy could have helped
  decodes INTEGER NOT NULL, -- on all lanes and the main thread
  decode_ms REAL NOT NULL, -- the time that they took
  wasted_decode_ms REAL NOT NULL, -- decoded, and freed without having been shown
  bytes_read INTEGER NOT NULL, -- from flash
  bytes_downloaded INTEGER NOT NULL, -- over the network
  wasted_bytes INTEGER NOT NULL, -- downloaded for nothing
  energy_s REAL NOT NULL, -- processor and radio seconds: a proxy, no joules
  peak_memory_bytes INTEGER NOT NULL, -- the app's footprint at most
  memory_warnings INTEGER NOT NULL, -- from the system
  first_frame_ms REAL NOT NULL, -- from the launch to the first frame, at most
  frames INTEGER NOT NULL, -- frames that were processed
  duration_s REAL NOT NULL -- simulated seconds, until the app was killed if it was
) STRICT, WITHOUT ROWID;
INSERT INTO run VALUES('236fc030097bf20019612aa457e14b95','b737bbf20f9568c359ccf82abfe50fb1','score','{"countLimit":"0","expression":"distance * bytes + idle"}','score: distance * bytes + idle',16777216,0,3,NULL,NULL,6.9105573659340526759,0.0,0.0,6.9105573659340526759,0.055907675340232075578,961,0.0,'good',0,0.0,0.0,649.62752000000000408,100.0,1683.3333330000000387,NULL,NULL,86,33,50,3,0,0,86,33,0.38372093023255815502,0.39025480554313812797,0.26118357820679077851,0,20,0,120,52,70,31,151,0,16711680,13527515.02220650576,0.0,90.483333329999993564,153,43985.180959999997866,14124.268313000000489,60136474,0,0,44.634808479999996677,81420407,0,16.666665999999999315,10801,180.0);
INSERT INTO run VALUES('28d4aefc78ab3e534a60b4ecff702532','c30727e430f19544aba1cf353a68c401','random','{"countLimit":"0"}','random',16777216,7,3,NULL,NULL,135.9473020342030054,0.0,0.0,135.9473020342030054,0.84536870288434895481,9411,0.0,'good',0,0.0,0.0,180.13375999999999521,NULL,NULL,NULL,NULL,86,3,11,70,2,0,86,3,0.034883720930232557655,0.035762181493071074078,0.0083838725094762082956,0,16,0,0,2,19,1,32,0,16711680,12572928.000022485852,0.0,83.816666663999995993,34,14129.157402000000728,9425.8984710000004274,296998,14570697,1868532,183.79680911500000206,74370906,0,16.666665999999999315,10801,180.0);
INSERT INTO run VALUES('487f13e7660696913104feb0636a12a6','bef81ef6c548fa3f4fb1b1b929bb9cf7',NULL,NULL,NULL,NULL,0,3,NULL,NULL,70.884839831700787726,0.0,0.0,70.884839831700787726,0.49719754265788329572,6989,0.0,'good',0,0.0,0.0,671.72799999999995177,3200.0,NULL,NULL,NULL,502,0,272,230,0,0,502,0,0.0,0.0,0.0,0,0,0,0,0,0,0,0,0,0,0.0,0.0,0.0,502,210565.79894999999668,119839.74928800000634,223557998,0,0,211.23752694999998879,57282356,0,16.666665999999999315,10801,180.0);
CREATE TABLE part (
  -- Parts of a run's figures; what is zero is left out.
  run TEXT NOT NULL REFERENCES run (key), -- whose
  kind TEXT NOT NULL, -- `absence`, `wait`, `cause`, `removal` or `lane`
  name TEXT NOT NULL, -- of the reason, the kind of work or the lane
  value REAL NOT NULL, -- images for absence and removal, milliseconds for the others
  PRIMARY KEY (run, kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','absence','askedLate',20.0);
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','absence','evicted',2.0);
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','absence','evictedUnused',29.0);
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','absence','neverAsked',2.0);
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','lane','0',18910.886822000000392);
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','lane','1',25074.294138000001112);
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','removal','cost',151.0);
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','wait','decode',17007.539200999999593);
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','wait','mainThread',1092.9634040000000823);
INSERT INTO part VALUES('236fc030097bf20019612aa457e14b95','wait','queue',366.16406399999999621);
INSERT INTO part VALUES('28d4aefc78ab3e534a60b4ecff702532','absence','askedLate',16.0);
INSERT INTO part VALUES('28d4aefc78ab3e534a60b4ecff702532','absence','evictedUnused',1.0);
INSERT INTO part VALUES('28d4aefc78ab3e534a60b4ecff702532','absence','neverAsked',64.0);
INSERT INTO part VALUES('28d4aefc78ab3e534a60b4ecff702532','lane','0',14129.157402000000728);
INSERT INTO part VALUES('28d4aefc78ab3e534a60b4ecff702532','removal','cost',32.0);
INSERT INTO part VALUES('28d4aefc78ab3e534a60b4ecff702532','wait','decode',1085.0899649999998928);
INSERT INTO part VALUES('28d4aefc78ab3e534a60b4ecff702532','wait','mainThread',267.3041799999999739);
INSERT INTO part VALUES('28d4aefc78ab3e534a60b4ecff702532','wait','network',126280.9391869999963);
INSERT INTO part VALUES('28d4aefc78ab3e534a60b4ecff702532','wait','queue',197100.00000299999373);
INSERT INTO part VALUES('487f13e7660696913104feb0636a12a6','absence','evicted',114.0);
INSERT INTO part VALUES('487f13e7660696913104feb0636a12a6','absence','neverAsked',388.0);
INSERT INTO part VALUES('487f13e7660696913104feb0636a12a6','lane','0',108395.82094700000015);
INSERT INTO part VALUES('487f13e7660696913104feb0636a12a6','lane','1',102169.97800299999652);
INSERT INTO part VALUES('487f13e7660696913104feb0636a12a6','wait','decode',109527.44314000000304);
INSERT INTO part VALUES('487f13e7660696913104feb0636a12a6','wait','flash',215.38708700000000818);
INSERT INTO part VALUES('487f13e7660696913104feb0636a12a6','wait','mainThread',6543.7942489999995814);
INSERT INTO part VALUES('487f13e7660696913104feb0636a12a6','wait','queue',657596.70885799999815);
CREATE TABLE regret (
  -- How far runs are from the fewest misses; only of runs for which it was asked.
  run TEXT PRIMARY KEY REFERENCES run (key), -- whose
  bound TEXT, -- `min-bypass` or `pfoo-l`; null where nothing bounds the run
  least_misses INTEGER, -- the fewest look-ups that could have missed
  misses INTEGER -- how many more did
) STRICT, WITHOUT ROWID;
CREATE TABLE sweep (
  -- A question that was asked: a list of runs.
  key TEXT PRIMARY KEY, -- digest of the keys of its runs, in order
  title TEXT NOT NULL, -- for people
  spec TEXT NOT NULL, -- what was asked, as YAML
  runs INTEGER NOT NULL -- how many runs answer it
) STRICT, WITHOUT ROWID;
INSERT INTO sweep VALUES('3cae3be2827769862bd59d91248d0177','Runs that were stored when stores were new',replace('title: "Runs that were stored when stores were new"\naxes:\n  trace: [tall-feed.scroll]\n  device: [iphone-5]\n  policy: ["score: distance * bytes + idle"]\n  budget: [16MiB]\ninclude:\n  - network: [3g]\n    loader: ["multi-level:lanes=1"]\n    policy: [random]\n    seed: [7]\n  - layout: ["grid:columns=2"]\n    loader: [background-decode]\n','\n',char(10)),3);
CREATE TABLE member (
  -- Which runs answer a sweep, as far as they have been made.
  sweep TEXT NOT NULL REFERENCES sweep (key), -- the question
  position INTEGER NOT NULL, -- of the run in it, from 0
  run TEXT NOT NULL REFERENCES run (key), -- the run
  PRIMARY KEY (sweep, position)
) STRICT, WITHOUT ROWID;
INSERT INTO member VALUES('3cae3be2827769862bd59d91248d0177',0,'236fc030097bf20019612aa457e14b95');
INSERT INTO member VALUES('3cae3be2827769862bd59d91248d0177',1,'28d4aefc78ab3e534a60b4ecff702532');
INSERT INTO member VALUES('3cae3be2827769862bd59d91248d0177',2,'487f13e7660696913104feb0636a12a6');
CREATE TABLE tuning (
  -- A search for a budget or for settings, and what it found.
  key TEXT PRIMARY KEY, -- digest of all that decides the answer, names and paths left out
  kind TEXT NOT NULL, -- `budget` or `settings`
  question TEXT NOT NULL, -- what was asked, as YAML
  limits TEXT NOT NULL, -- what had to be kept, a JSON array of texts; empty for settings
  precision_bytes INTEGER, -- how near the budget is to one that breaks; null for settings
  label TEXT NOT NULL, -- the policy, for settings with the best that were found
  budget_bytes INTEGER, -- the smallest that keeps the limits; null if none, and for settings
  answer TEXT NOT NULL -- what was found, as a sentence
) STRICT, WITHOUT ROWID;
CREATE TABLE trial (
  -- The runs that the answer of a search rests on.
  tuning TEXT NOT NULL REFERENCES tuning (key), -- the search
  step INTEGER NOT NULL, -- when it was asked for: each step follows from those before
  position INTEGER NOT NULL, -- of the run in its step, from 0
  run TEXT NOT NULL REFERENCES run (key), -- the run
  verdict TEXT NOT NULL, -- `kept`, `broken`, `killed`; `goes on`, `stays`, `best`, `default`
  broken_limit TEXT, -- the first limit that the run breaks; null for none, and for settings
  excess REAL, -- by how much, in the limit's unit; null for none, and for what never came
  PRIMARY KEY (tuning, step, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_by_scenario ON run (scenario);
CREATE INDEX member_by_run ON member (run);
CREATE VIEW result AS
  -- Runs with what they were made of, for queries.
  SELECT run.*, trace.path AS trace, trace.title AS trace_title, trace.kind AS trace_kind,
    device.name AS device, network.name AS network, scenario.layout AS layout,
    scenario.loader AS loader, scenario.prefetcher AS prefetcher
  FROM run
  JOIN scenario ON scenario.key = run.scenario
  JOIN trace ON trace.digest = scenario.trace
  JOIN profile AS device ON device.digest = scenario.device
  JOIN profile AS network ON network.digest = scenario.network
;
CREATE INDEX trial_by_run ON trial (run);
COMMIT;
