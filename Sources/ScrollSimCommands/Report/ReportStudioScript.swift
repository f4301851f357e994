/// The script that opens the studio in a frame of the report.
///
/// The frame's document is put together from the blocks of data, as `StudioPage` does it.
enum ReportStudioScript {
  static let text = """
    (()=>{
      const find=id=>document.getElementById(id);
      const place=find('studio-place'),choice=find('studio-choice'),open=find('studio-open');
      function block(id,type,text){
        return '<script id="'+id+'" type="'+type+'">'+text+'<\\/script>'}
      async function page(){
        const packed=Uint8Array.from(atob(find('studio-page').textContent),c=>c.charCodeAt(0));
        const stream=new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
        return new Response(stream).text()}
      async function show(){
        const text=await page();
        const scene=find('studio-scene-'+(choice?choice.value:0)).textContent;
        const module=find('studio-module').textContent;
        const frame=document.createElement('iframe');
        frame.title='scrollsim studio';
        frame.srcdoc=text
          .replace('<!-- scene -->',()=>block('scene','text/plain',scene))
          .replace('<!-- module -->',()=>block('module','application/octet-stream',module));
        place.replaceChildren(frame);
        open.textContent='Begin again'}
      open.addEventListener('click',show);
      if(choice)choice.addEventListener('change',()=>{if(place.firstChild)show()})})();
    """
}
