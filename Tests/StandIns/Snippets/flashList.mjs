// Runs the snippet for FlashList with the events of a list 600 points high: half of it is blank for
// 0.2 s, all of it for 0.1 s.
import {readFileSync} from 'node:fs';

const snippet = readFileSync(process.argv[2], 'utf8');
let now = 1000;
const {rows, onBlankArea} = new Function(
  'height', 'performance', `${snippet}\nreturn {rows, onBlankArea};`)(600, {now: () => now});
for (const [time, blankArea] of [[0, -120], [100, 300], [300, 900], [400, 0], [500, -30]]) {
  now = 1000 + time;
  onBlankArea({blankArea});
}
console.log(rows.join('\n'));
