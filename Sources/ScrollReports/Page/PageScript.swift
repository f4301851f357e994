/// What pages can do where scripts run: sort and filter tables, choose light or dark, and unfold
/// everything for print.
enum PageScript {
  static let text = """
    'use strict';
    document.documentElement.classList.add('scripted');
    function number(text){const n=parseFloat(text.replace(/[\\u2009\\u202f ](?=\\d{3})/g,''));return isNaN(n)?Infinity:n}
    function sortable(table){
      const body=table.tBodies[0];
      if(!body||body.rows.length<2)return;
      [...table.tHead.rows[0].cells].forEach((head,index)=>{
        const button=document.createElement('button');
        button.type='button';button.textContent=head.textContent;
        head.textContent='';head.append(button);
        button.addEventListener('click',()=>{
          const down=head.getAttribute('aria-sort')==='ascending';
          [...table.tHead.rows[0].cells].forEach(c=>c.removeAttribute('aria-sort'));
          head.setAttribute('aria-sort',down?'descending':'ascending');
          const numeric=head.classList.contains('n');
          const rows=[...body.rows];
          const key=row=>row.cells[index].textContent;
          rows.sort((a,b)=>{
            if(!numeric)return key(a).localeCompare(key(b),'en',{numeric:true});
            const x=number(key(a)),y=number(key(b));
            return x===y?0:x<y?-1:1});
          if(down)rows.reverse();
          body.append(...rows)})})}
    document.querySelectorAll('table.sortable').forEach(sortable);
    document.querySelectorAll('input[data-filters]').forEach(input=>{
      const table=document.getElementById(input.dataset.filters);
      input.addEventListener('input',()=>{
        const words=input.value.toLowerCase().split(/\\s+/).filter(w=>w);
        for(const row of table.tBodies[0].rows){
          const text=row.textContent.toLowerCase();
          row.hidden=!words.every(w=>text.includes(w))}})});
    document.querySelectorAll('button[data-theme-choice]').forEach(button=>{
      button.addEventListener('click',()=>{
        const root=document.documentElement;
        const isDark=root.dataset.theme?root.dataset.theme==='dark'
          :matchMedia('(prefers-color-scheme: dark)').matches;
        root.dataset.theme=isDark?'light':'dark'})});
    let unfolded=[];
    addEventListener('beforeprint',()=>{
      unfolded=[...document.querySelectorAll('details:not([open])')];
      unfolded.forEach(d=>d.open=true)});
    addEventListener('afterprint',()=>unfolded.forEach(d=>d.open=false));
    """
}
