/**
 * Records a scroll in React Native as the CSV that `scrollsim trace import` takes.
 *
 *     const recorder = useRef(scrollRecorder()).current;
 *     <FlashList {...recorder.props} data={photos} renderItem={renderItem} />
 *     ... recorder.csv()
 *
 * For FlashList, Legend List, FlatList and ScrollView. It notes offset, finger and viewport, nothing
 * of the content. The times are those at which JavaScript hears of it. Not compiled in an app here:
 * it is run in node against a stand-in that sends the events of React Native's documentation.
 */
export function scrollRecorder(now = () => performance.now()) {
  let rows = 't_ms,scroll_y,phase,width,height\n';
  let start = null;
  let latest = -Infinity;
  let phase = 'idle';

  const number = value => Math.round(value * 1000) / 1000;

  const note = ({nativeEvent: {contentOffset, contentSize, layoutMeasurement}}) => {
    const time = now();
    start ??= time;
    if (time - start <= latest) return;
    latest = time - start;
    const {width, height} = layoutMeasurement;
    const offset = contentSize.width > width + 1 ? contentOffset.x : contentOffset.y;
    rows += [number(latest), number(offset), phase, number(width), number(height)].join() + '\n';
  };

  const enter = next => event => {
    phase = next;
    note(event);
  };

  return {
    props: {
      // Every frame, not only every other.
      scrollEventThrottle: 1,
      onScroll: note,
      onScrollBeginDrag: enter('tracking'),
      onScrollEndDrag: enter('decelerating'),
      onMomentumScrollBegin: enter('decelerating'),
      onMomentumScrollEnd: enter('idle'),
    },
    csv: () => rows,
  };
}
