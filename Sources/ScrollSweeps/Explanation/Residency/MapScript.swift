/// The script of a map: it zooms, tells what is under the pointer and shows where a stall lies.
///
/// Without it the map is a picture, and a link to a stall's place leads to that picture. It stands
/// in the section of its run, so that a page can hold several.
enum MapScript {
  private static let cursor = "stroke:var(--ink);stroke-width:.7;fill:none"
  private static let mark = "stroke:var(--ink);stroke-width:2;fill:none"

  static let text = """
    (()=>{
      const section=document.currentScript.closest('section');
      const map=section.querySelector('[data-plot]');
      const svg=map&&map.querySelector('svg'),box=svg&&svg.closest('.scroll');
      if(!box)return;
      const [left,top,right,bottom]=map.dataset.plot.split(' ').map(Number);
      const [first,end]=map.dataset.items.split(' ').map(Number);
      const states=JSON.parse(map.dataset.states);
      const seconds=Number(map.dataset.seconds);
      const readout=map.querySelector('output');
      const narrow=svg.getBoundingClientRect().width;
      const letters=parseFloat(getComputedStyle(svg).fontSize);
      let zoom=1;
      function draw(name,style){
        const shape=document.createElementNS(svg.namespaceURI,name);
        shape.style.cssText=style+';pointer-events:none';
        shape.setAttribute('visibility','hidden');
        svg.append(shape);
        return shape}
      const cursor=draw('path','\(cursor)');
      const mark=draw('rect','\(mark)');
      const x=time=>left+time/(seconds||1)*(right-left);
      const y=item=>top+(item-first)/Math.max(1,end-first)*(bottom-top);
      function enlarge(factor,place){
        const before=box.scrollWidth;
        const middle=(box.scrollLeft+box.clientWidth/2)/before;
        zoom=Math.min(16,Math.max(1,zoom*factor));
        svg.style.width=zoom===1?'':zoom*Math.max(narrow,box.clientWidth)+'px';
        svg.style.fontSize=letters/zoom+'px';
        box.style.maxHeight=zoom===1?'':'80vh';
        const share=place===undefined?middle:place/svg.viewBox.baseVal.width;
        box.scrollLeft=share*box.scrollWidth-box.clientWidth/2;
        readout.textContent='zoom '+zoom.toFixed(zoom<10&&zoom%1?1:0)+' times'}
      const actions={larger:()=>enlarge(2),smaller:()=>enlarge(.5),whole:()=>enlarge(0)};
      map.querySelectorAll('button[data-zoom]').forEach(button=>
        button.addEventListener('click',()=>actions[button.dataset.zoom]()));
      box.addEventListener('keydown',event=>{
        const action={'+':'larger','=':'larger','-':'smaller','0':'whole'}[event.key];
        if(!action||event.ctrlKey||event.metaKey||event.altKey)return;
        event.preventDefault();
        actions[action]()});
      function state(event){
        const prefix=map.id.replace(/place$/,'');
        const shapes=document.elementsFromPoint(event.clientX,event.clientY);
        const shape=shapes.find(shape=>states[shape.id.replace(prefix,'')]);
        return shape?': '+states[shape.id.replace(prefix,'')]:''}
      svg.addEventListener('pointermove',event=>{
        const view=svg.getBoundingClientRect();
        const scale=svg.viewBox.baseVal.width/view.width;
        const [px,py]=[(event.clientX-view.left)*scale,(event.clientY-view.top)*scale];
        if(px<left||px>right||py<top){cursor.setAttribute('visibility','hidden');return}
        cursor.setAttribute('d','M'+px+' '+top+'V'+svg.viewBox.baseVal.height);
        cursor.setAttribute('visibility','visible');
        const time=((px-left)/(right-left)*seconds).toFixed(2)+' s';
        const item=Math.min(end-1,Math.floor(first+(py-top)/(bottom-top)*(end-first)));
        readout.textContent=py<=bottom?time+', item '+item+state(event):time});
      svg.addEventListener('pointerleave',()=>cursor.setAttribute('visibility','hidden'));
      section.querySelectorAll('a[data-from]').forEach(link=>
        link.addEventListener('click',event=>{
          event.preventDefault();
          const {from,to,item}=link.dataset;
          const [start,stop]=[x(Number(from)),x(Number(to))];
          const [upper,lower]=item===undefined?[top,bottom]:[y(Number(item)),y(Number(item)+1)];
          mark.setAttribute('x',start-3);mark.setAttribute('y',upper-3);
          mark.setAttribute('width',Math.max(0,stop-start)+6);
          mark.setAttribute('height',lower-upper+6);
          mark.setAttribute('visibility','visible');
          enlarge(1,(start+stop)/2);
          const share=upper/svg.viewBox.baseVal.height;
          box.scrollTop=share*box.scrollHeight-box.clientHeight/2;
          map.scrollIntoView({block:'nearest'});
          box.focus({preventScroll:true});
          readout.textContent=link.textContent+(item===undefined?'':', item '+item)+', marked'}));
    })();
    """
}
