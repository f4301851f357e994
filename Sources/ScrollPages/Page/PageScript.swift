/// The script of pages: it can sort and filter tables, and choose light or dark.
enum PageScript {
  static let text = """
    'use strict';
    document.documentElement.classList.add('scripted');
    function number(text){const n=parseFloat(text.replace(/[\\u2009\\u202f ](?=\\d{3})/g,''));return isNaN(n)?Infinity:n}
    function sortable(table){
      if(!table.tBodies[0]||table.tBodies[0].rows.length<2)return;
      [...table.tHead.rows[0].cells].forEach((head,index)=>{
        const button=document.createElement('button');
        button.type='button';button.textContent=head.textContent;
        head.textContent='';head.append(button);
        button.addEventListener('click',()=>{
          const down=head.getAttribute('aria-sort')==='ascending';
          [...table.tHead.rows[0].cells].forEach(c=>c.removeAttribute('aria-sort'));
          head.setAttribute('aria-sort',down?'descending':'ascending');
          sort(table)})})}
    function sort(table){
      const heads=[...table.tHead.rows[0].cells];
      const index=heads.findIndex(h=>h.hasAttribute('aria-sort'));
      if(index<0)return;
      const numeric=heads[index].classList.contains('n');
      const rows=[...table.tBodies[0].rows];
      const key=row=>row.cells[index].textContent;
      rows.sort((a,b)=>{
        if(!numeric)return key(a).localeCompare(key(b),'en',{numeric:true});
        const x=number(key(a)),y=number(key(b));
        return x===y?0:x<y?-1:1});
      if(heads[index].getAttribute('aria-sort')==='descending')rows.reverse();
      table.tBodies[0].append(...rows)}
    function filter(input){
      const table=document.getElementById(input.dataset.filters);
      const words=input.value.toLowerCase().split(/\\s+/).filter(w=>w);
      for(const row of table.tBodies[0].rows){
        const text=row.textContent.toLowerCase();
        row.hidden=!words.every(w=>text.includes(w))}}
    function equip(root){
      root.querySelectorAll('table.sortable').forEach(sortable);
      root.querySelectorAll('input[data-filters]').forEach(input=>
        input.addEventListener('input',()=>filter(input)));
      root.querySelectorAll('button[data-theme-choice]').forEach(button=>
        button.addEventListener('click',()=>{
          const page=document.documentElement;
          const isDark=page.dataset.theme?page.dataset.theme==='dark'
            :matchMedia('(prefers-color-scheme: dark)').matches;
          page.dataset.theme=isDark?'light':'dark'}))}
    equip(document);
    """
}
