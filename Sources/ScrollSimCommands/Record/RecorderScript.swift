/// The script of a recorder's page.
///
/// It lays out the content, records each animation frame, and sends the recording.
///
/// The rows have the format of `CSVImporter`. The script uses touch events, because the browser
/// ends pointer events when scrolling begins.
enum RecorderScript {
  static let text = """
    (()=>{
    const find=id=>document.getElementById(id);
    const scroller=find('scroller'),items=find('items'),strip=find('strip');
    const across=scroller.dataset.axis==='x',most=Number(scroller.dataset.rows);
    const base=location.pathname.replace(/\\/$/,'');
    const chunk=1000,named=(text,more)=>Object.assign(document.createElement(text),more);
    let state='loading',size='',shown=new Map(),chunks=[],extent=0;
    let rows=[],origin=0,touches=0,moved=0,speed=0,last=null,periods=[];
    const offset=()=>across?scroller.scrollLeft:scroller.scrollTop;
    const screen=()=>`${scroller.clientWidth}x${scroller.clientHeight}`;
    const tell=(now,text)=>{state=now;find('state').textContent=text;
      for(const id of ['save','again'])find(id).disabled=!(now==='recording'||now==='stopped')};

    async function load(){
      size=screen();
      try{
        const answer=await fetch(`${base}/content/${size}`,{cache:'no-store'});
        if(!answer.ok)throw new Error(await answer.text());
        place(await answer.json());
        tell('ready','Scroll: it records from the first touch on.')
      }catch(error){tell('failed',`It cannot be prepared: ${error.message}`)}}

    // The next item of a column lies in the one that ends first, the leftmost of equals.
    function place({starts,ends,breadths,columns,gap,extent:length}){
      const tracks=Array(columns).fill(-1);
      extent=length;chunks=[];
      starts.forEach((start,item)=>{
        const track=tracks.indexOf(Math.min(...tracks));
        tracks[track]=ends[item];
        (chunks[Math.floor(start/chunk)]??=[]).push(
          {item,start,length:ends[item]-start,side:track*(breadths[item]+gap),breadth:breadths[item]})});
      items.textContent='';shown=new Map();
      items.style[across?'width':'height']=length+'px';
      items.style[across?'height':'width']='100%';
      draw()}

    function tile({item,start,length,side,breadth}){
      const hue=item*47%360,[x,y,w,h]=across?[start,side,length,breadth]:[side,start,breadth,length];
      const tile=named('i',{textContent:item});
      tile.style.cssText=`left:${x}px;top:${y}px;width:${w}px;height:${h}px;background:linear-gradient(${item*31%180}deg,hsl(${hue} 45% 40%),hsl(${(hue+50)%360} 50% 28%))`;
      return tile}

    // What is on screen, and three screens around it.
    function draw(){
      const length=across?scroller.clientWidth:scroller.clientHeight;
      const from=Math.max(0,Math.floor((offset()-3*length)/chunk)-1);
      const to=Math.floor((offset()+4*length)/chunk);
      for(const [index,box] of shown)if(index<from||index>to){box.remove();shown.delete(index)}
      for(let index=from;index<=to;index++){
        if(shown.has(index)||!chunks[index])continue;
        const box=named('div');
        box.append(...chunks[index].map(tile));
        shown.set(index,box);
        items.append(box)}}

    function sample(time,isVisible){
      const row=[time-origin,offset(),touches>0?1:0,isVisible?1:0];
      const before=rows.at(-2),latest=rows.at(-1);
      if(latest&&row[0]<=latest[0])return;
      const same=other=>other&&[1,2,3].every(i=>other[i]===row[i]);
      // Of a rest the first row and the last one say everything.
      if(same(latest)&&same(before))rows[rows.length-1]=row;else rows.push(row);
      if(rows.length>=most)stop('It has recorded as much as it can.')}

    function csv(){
      const number=value=>String(Number(value.toFixed(3))),[width,height]=size.split('x');
      return 't_ms,scroll_y,touch,width,height,visible\\n'+rows.map(([time,offset,touch,visible])=>
        `${number(time)},${number(offset)},${touch},${width},${height},${visible}\\n`).join('')}

    function frame(now){
      requestAnimationFrame(frame);
      if(state==='loading')return;
      const at=offset();
      if(last){
        const period=now-last.now;
        if(period>0){
          speed=(at-last.at)/period*1000;
          periods.push(period);if(periods.length>61)periods.shift()}
        if(at!==last.at){moved=now;draw()}}
      last={now,at};
      if(state!=='recording')return;
      sample(now,true);
      trace();
      if(now-told>100){told=now;figures(now,at)}}
    let told=0;

    function figures(now,at){
      const show=(id,text)=>{find(id).textContent=text};
      const whole=n=>Math.round(n).toLocaleString('en').replaceAll(',','\\u2009');
      const middle=[...periods].sort((a,b)=>a-b)[periods.length>>1];
      show('time',((rows.at(-1)?.[0]??0)/1000).toFixed(1)+' s');
      show('rate',middle?Math.round(1000/middle)+' Hz':'-');
      show('count',whole(rows.length));
      show('offset',whole(at)+' pt');
      show('speed',whole(speed)+' pt/s');
      show('phase',touches?'touch':now-moved<100?'free':'rest')}

    // The speed of the last frames, darker while a finger is down.
    function trace(){
      const pen=strip.getContext('2d');
      if(strip.width!==strip.clientWidth)strip.width=strip.clientWidth;
      pen.globalCompositeOperation='copy';
      pen.drawImage(strip,-1,0);
      pen.globalCompositeOperation='source-over';
      const high=Math.min(24,1+Math.sqrt(Math.abs(speed))/4),style=getComputedStyle(document.body);
      pen.fillStyle=style.getPropertyValue(touches?'--ink':'--faint');
      pen.fillRect(strip.width-1,24-high,1,high)}

    // The first row is the frame before the first touch.
    function begin(){
      if(state!=='ready'||!last)return;
      origin=last.now;
      rows=[[0,last.at,touches>0?1:0,1]];
      tell('recording','It is recording.')}

    function stop(text){if(state==='recording')tell('stopped',text)}

    function end(title,text,isLost){
      find('end').hidden=false;
      find('end-title').textContent=title;find('end-text').textContent=text;
      document.querySelector('.choices').hidden=!isLost;
      find('retry').disabled=!isLost;
      if(isLost)find('keep').href=URL.createObjectURL(new Blob([csv()],{type:'text/csv'}));
      find('end-title').focus()}

    async function send(){
      if(state==='recording')figures(performance.now(),offset());
      tell('sending','It is being sent.');
      let answer,text;
      try{
        answer=await fetch(base||'/',{method:'POST',headers:{'Content-Type':'text/csv'},body:csv()});
        text=(await answer.text()).trim()
      }catch{text='scrollsim does not answer: it has ended, or the network is gone.'}
      if(answer?.ok){
        tell('saved','It is saved.');
        end('Saved',text+' You can close this page.',false)
      }else{
        tell('stopped','It could not be saved.');
        end('Not saved',text,true)}}

    function again(){
      rows=[];periods=[];
      scroller.scrollTo(0,0);
      find('end').hidden=true;
      if(screen()!==size){tell('loading','It is being prepared.');load()}
      else tell('ready','Scroll: it records from the first touch on.')}

    for(const kind of ['touchstart','touchend','touchcancel'])
      scroller.addEventListener(kind,event=>{
        touches=event.touches.length;
        if(kind==='touchstart')begin()},{passive:true});
    for(const kind of ['wheel','keydown','pointerdown'])
      scroller.addEventListener(kind,begin,{passive:true});
    document.addEventListener('visibilitychange',()=>{
      if(state==='recording')sample(performance.now(),!document.hidden)});
    new ResizeObserver(()=>{
      if(state==='recording'&&screen()!==size)
        stop('The screen has changed its size: what came before can be saved.');
      else if(state==='ready'&&screen()!==size)load()}).observe(scroller);
    addEventListener('beforeunload',event=>{
      if(rows.length>60&&state!=='saved')event.preventDefault()});
    find('save').addEventListener('click',send);
    find('retry').addEventListener('click',send);
    find('again').addEventListener('click',again);
    load();
    requestAnimationFrame(frame);
    })();
    """
}
