// A list that sends the events of React Native's ScrollView, without React Native: a finger drags it
// for 30 frames and lets go, and it decelerates for 90. Prints what the recorder wrote.
import {scrollRecorder} from './scrollRecorder.mjs';

let time = 1e6;
let offset = 0;
const recorder = scrollRecorder(() => time);
const {props} = recorder;
const event = () => ({
  nativeEvent: {
    contentInset: {bottom: 0, left: 0, right: 0, top: 0},
    contentOffset: {x: 0, y: offset},
    contentSize: {height: 60000, width: 390},
    layoutMeasurement: {height: 753.3333333333334, width: 390},
    zoomScale: 1,
  },
});
const frame = points => {
  time += 1000 / 120;
  offset += points;
  props.onScroll(event());
};

if (props.scrollEventThrottle !== 1) throw new Error('onScroll would come every 16 ms at most');
props.onScrollBeginDrag(event());
for (let count = 0; count < 30; count++) frame(10 + 1 / 3);
props.onScrollEndDrag(event());
props.onMomentumScrollBegin(event());
for (let count = 0; count < 90; count++) frame(20 * 0.96 ** count);
time += 1000 / 120;
props.onMomentumScrollEnd(event());
// A second touch after a rest, on a list that does not move.
time += 2000;
props.onScrollBeginDrag(event());
time += 100;
props.onScrollEndDrag(event());
process.stdout.write(recorder.csv());
