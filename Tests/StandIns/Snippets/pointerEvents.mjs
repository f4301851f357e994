// Runs the snippet for pointer events with the events of a file, and prints what it has collected.
import {readFileSync} from 'node:fs';

const snippet = readFileSync(process.argv[2], 'utf8');
const listeners = {};
const events = new Function('addEventListener', `${snippet}\nreturn events;`)(
  (type, listener) => { listeners[type] = listener; });
for (const event of JSON.parse(readFileSync(process.argv[3], 'utf8'))) listeners[event.type](event);
console.log(JSON.stringify(events));
