/// Keeps a page up to date without loading it again.
///
/// The report is not replaced but changed where it differs, so what the reader has unfolded, sorted,
/// filtered or focused stays, and what is in view stays where it is. It asks once a second, and no more after the end.
enum LivePageScript {
  static let text = """
    (()=>{
    const find=id=>document.getElementById(id);
    const \
    report=find('report'),text=find('progress-text'),bar=find('progress-bar'),heard=find('progress-heard');
    const title=document.title;
    let version=Number(report.dataset.version),tenths=0;
    // Children are the same if they have the same id or, one after the other, the same name.
    function keys(parent){
      const counts=new Map();
      return [...parent.childNodes].map(node=>{
        let key=node.nodeName;
        if(node.nodeType===1)key+='#'+(node.id||node.querySelector(':scope>summary,:scope>caption,:scope>h2,:scope>h3,:scope>svg>title')?.textContent||'');
        const count=counts.get(key)||0;
        counts.set(key,count+1);
        return key+'\\n'+count})}
    // What the reader has changed, and not the report.
    const \
    kept=(node,name)=>name==='aria-sort'||name==='open'&&node.nodeName==='DETAILS'||name==='hidden'&&node.nodeName==='TR';
    function attributes(old,fresh){
      for(const {name,value} of [...fresh.attributes])
        if(!kept(old,name)&&old.getAttribute(name)!==value)old.setAttribute(name,value);
      for(const {name} of [...old.attributes])
        if(!kept(old,name)&&!fresh.hasAttribute(name))old.removeAttribute(name)}
    function change(old,fresh){
      if(old.nodeType!==1){if(old.data!==fresh.data)old.data=fresh.data;return}
      if(old.isEqualNode(fresh))return;
      attributes(old,fresh);
      children(old,fresh)}
    function children(old,fresh){
      const wanted=keys(fresh),known=new Map();
      const names=new Set(wanted);
      const present=[...old.childNodes];
      keys(old).forEach((key,index)=>{
        if(names.has(key))known.set(key,present[index]);else present[index].remove()});
      let next=old.firstChild;
      [...fresh.childNodes].forEach((child,index)=>{
        const same=known.get(wanted[index]);
        if(!same){old.insertBefore(child,next);return}
        change(same,child);
        if(same===next)next=next.nextSibling;else old.insertBefore(same,next)})}
    // What was inserted as text does not run by itself.
    const ran=new WeakSet(report.querySelectorAll('script'));
    function start(){
      report.querySelectorAll('script').forEach(old=>{
        if(ran.has(old))return;
        const script=document.createElement('script');
        script.textContent=old.textContent;
        ran.add(script);
        old.replaceWith(script)})}
    // What the reader looks at: what has the focus, else the first part in view; nothing at the top.
    document.documentElement.style.overflowAnchor='none';
    const isSeen=node=>{
      const box=node.getBoundingClientRect();
      return box.height>0&&box.bottom>0&&box.top<innerHeight};
    function place(){
      const focused=document.activeElement;
      if(report.contains(focused)&&isSeen(focused))return focused;
      return scrollY>0?[...report.querySelectorAll('h2,h3,figure,table,p')].find(isSeen):null}
    function show(html){
      const held=place(),top=held?.getBoundingClientRect().top;
      const fresh=document.createElement('template');
      fresh.innerHTML=html;
      equip(fresh.content);
      children(report,fresh.content);
      start();
      report.querySelectorAll('table.sortable').forEach(sort);
      report.querySelectorAll('input[data-filters]').forEach(input=>{if(input.value)filter(input)});
      if(held?.isConnected)
        scrollBy({top:held.getBoundingClientRect().top-top,behavior:'instant'})}
    async function ask(path){
      const answer=await fetch(path,{cache:'no-store'});
      if(!answer.ok)throw new Error(path+': '+answer.status);
      return answer}
    function tell(progress){
      bar.max=progress.total;bar.value=progress.done;text.textContent=progress.text;
      const now=Math.floor(10*progress.done/progress.total);
      if(progress.isComplete)heard.textContent=progress.text;
      else if(now>tenths)heard.textContent=10*now+' percent of the runs are done.';
      tenths=now;
      document.title=progress.isComplete?title:Math.floor(100*progress.done/progress.total)+'% \
      '+title}
    async function look(){
      let wait=1000;
      try{
        const progress=await(await ask('progress')).json();
        if(progress.version!==version){
          const answer=await ask('report');
          show(await answer.text());
          version=Number(answer.headers.get('etag').replaceAll('"',''))}
        tell(progress);
        if(progress.isComplete)return;
      }catch{
        wait=5000;
        text.textContent=heard.textContent='The sweep does not answer: it was ended or \
        interrupted. This is what was known last.'}
      setTimeout(look,wait)}
    setTimeout(look,500);
    })();
    """
}
