/// The style sheet of a recorder's page, besides that of all pages.
///
/// The bar has the same height whatever it says: a screen that changes its size ends a recording.
enum RecorderStyle {
  static let text = """
    html,body{height:100%;overflow:hidden;overscroll-behavior:none}
    main{max-width:none;margin:0;padding:0}
    #recorder{position:fixed;inset:0;display:flex;flex-direction:column}
    .bar{flex:none;padding:.5rem .9rem 0;border-bottom:1px solid var(--grid);overflow:hidden}
    .top{display:flex;gap:.6rem;align-items:center}
    .top h1{font-size:1.05rem;margin:0;flex:1;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    #recorder button,#keep{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--faint);border-radius:.4rem;padding:.25rem .9rem;min-height:2.4rem}
    #recorder button:disabled{color:var(--faint);border-style:dashed}
    #save:enabled{background:var(--ink);color:var(--bg);border-color:var(--ink);font-weight:600}
    #state{margin:.35rem 0;max-width:none;height:1.5em;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    #figures{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:0 .6rem;margin:0;max-width:44rem;font-variant-numeric:tabular-nums}
    #figures dt{color:var(--faint);font-size:.75rem}
    #figures dd{margin:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;font-size:.9rem}
    #strip{display:block;width:100%;height:24px;margin-top:.3rem}
    #stage{flex:1;position:relative;min-height:0}
    #scroller{position:absolute;inset:0;overflow:hidden auto;overscroll-behavior:contain;touch-action:pan-y;scrollbar-width:none;background:var(--grid);scroll-behavior:auto}
    #scroller::-webkit-scrollbar{display:none}
    #scroller[data-axis=x]{overflow:auto hidden;touch-action:pan-x}
    #scroller[data-paging=yes]{scroll-snap-type:x mandatory}
    #scroller:focus-visible{outline-offset:-3px}
    #items{position:relative;pointer-events:none}
    #items i{position:absolute;display:grid;place-items:center;font:600 1rem/1 system-ui,sans-serif;color:#fff;overflow:hidden;contain:strict}
    #scroller[data-paging=yes] i{scroll-snap-align:start}
    #end{position:absolute;inset:0;display:grid;place-content:center;justify-items:center;text-align:center;gap:.4rem;padding:1.2rem;background:var(--bg)}
    #end[hidden]{display:none}
    #end h2{border:0;margin:0}#end p{margin:.3rem 0;max-width:34rem;overflow-wrap:anywhere}
    #keep{display:inline-block;text-decoration:none;line-height:1.8rem}
    .choices{display:flex;flex-wrap:wrap;gap:.7rem;justify-content:center}.choices[hidden]{display:none}
    @media (max-width:30rem){.bar{padding:.4rem .6rem 0}.top h1{font-size:.9rem}#state{font-size:.85rem}#figures{gap:0 .3rem}#figures dd{font-size:.78rem}#figures dt{font-size:.68rem}}
    @media (max-height:28rem){#state,#figures dt{display:none}}

    """
}
