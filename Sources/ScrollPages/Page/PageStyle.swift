/// The style sheet of pages, in addition to the colors of `Palette`.
enum PageStyle {
  static let text = """
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
    main{max-width:110rem;margin:0 auto;padding:1rem 1.5rem}
    h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}
    h2{font-size:1.3rem;margin:2.2rem 0 .5rem;border-bottom:1px solid var(--grid);padding-bottom:.2rem}
    h3{font-size:1.05rem;margin:1.4rem 0 .4rem}
    p,ul,ol,dl{max-width:60rem}
    a{color:inherit}
    code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--bg);padding:.3rem}
    :focus-visible{outline:3px solid var(--ink);outline-offset:2px}
    .answer{font-size:1.15rem;border-left:4px solid var(--ink);padding:.1rem 0 .1rem 1rem;margin:.7rem 0}
    .answer p{max-width:80rem;margin:.3rem 0}.question{margin:.3rem 0;color:var(--faint)}
    .first{display:grid;gap:1rem 1.6rem;margin:1rem 0;align-items:start}
    .part>summary{padding:.5rem 0;border-bottom:1px solid var(--grid)}.part>summary>h2{display:inline;border:0;margin:0;font-size:1.2rem}
    .part[open]{margin-bottom:1.6rem}
    .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:1rem}
    .card{border:1px solid var(--grid);border-top:4px solid var(--ink);border-radius:.3rem;padding:.5rem .9rem;min-width:0}
    .card h2{font-size:1.1rem;border:0;margin:.2rem 0;padding:0}
    .card table{width:100%;font-size:.95rem}.card tbody th{font-weight:400;color:var(--faint);white-space:normal}
    .card td,.card thead th{text-align:right;padding:.1rem 0 .1rem .6rem}.strong{font-weight:600}
    .card .note{margin:.4rem 0}
    @media screen and (min-width:60rem){.charts>.scroll{grid-column:2/-1}}
    @media (min-width:60rem){.first.beside,.why{grid-template-columns:3fr 2fr}
    .pair{grid-template-columns:auto minmax(0,1fr)}.beside-figure{grid-template-columns:minmax(0,35rem) minmax(0,1fr)}
    .findings{columns:2;column-gap:3rem;max-width:none}}
    .findings li{break-inside:avoid;margin:.2rem 0}
    .note{color:var(--faint);font-size:.92rem}
    .mark{border:1px solid var(--faint);border-radius:.8em;padding:0 .5em;font-size:.8rem;white-space:nowrap}
    .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:1.2rem 1.6rem}
    .charts.natural{display:flex;flex-wrap:wrap;align-items:start}.natural>p{flex-basis:100%}
    .charts .scroll th{white-space:normal}@media screen{.charts .scroll table{width:auto}.charts .scroll td{white-space:nowrap}}
    .charts.few{grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}
    figure{margin:0;min-width:0}
    figcaption{font-size:.92rem;color:var(--faint);max-width:46rem}
    svg.chart{width:100%;height:auto;max-width:35rem}
    .wide svg.chart{max-width:none;min-width:44rem}
    .natural svg.chart{width:calc(var(--width)*1.13px);max-width:max(100%,calc(var(--width)*1px))}
    .scroll{overflow-x:auto;max-width:100%}
    table{width:max-content;border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums;margin:.4rem 0}
    caption{text-align:left;color:var(--faint);padding:.2rem 0}
    th,td{padding:.18rem .6rem .18rem 0;text-align:left;border-bottom:1px solid var(--grid);vertical-align:top}
    th{font-weight:600;white-space:nowrap}
    td.n,th.n{text-align:right}
    td{max-width:24rem;overflow-wrap:anywhere}td.n{white-space:nowrap;overflow-wrap:normal}
    table.fitted{width:auto;max-width:100%}.fitted td:not(.prose){white-space:nowrap}.fitted td.prose{min-width:9rem;max-width:44rem}
    .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),auto));gap:0 1.6rem;justify-content:start}
    .beside-figure,.why{display:grid;gap:0 1.6rem;align-items:start}.answer{max-width:none}
    th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;text-decoration:underline dotted}
    details{margin:.3rem 0}summary{cursor:pointer;color:var(--ink)}
    .tools{display:none;gap:1rem;flex-wrap:wrap;align-items:center;margin:.5rem 0}
    .scripted .tools{display:flex}header>p.tools{float:right;margin:0 0 0 1rem}
    pre{white-space:pre-wrap;overflow-wrap:anywhere;max-width:100%}
    .tools button,.tools input{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--faint);border-radius:.3rem;padding:.2rem .6rem;min-height:2rem}
    .live{border-bottom:1px solid var(--grid);padding-bottom:.4rem}
    .live p{margin:.3rem 0}
    .live progress{width:100%;height:.5rem;accent-color:var(--ink)}
    .heard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    @media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
    .narrow{display:none}@media screen and (max-width:46rem){.narrow{display:block}}
    @media screen{.scroll{background:linear-gradient(90deg,var(--bg) 30%,transparent) 0/2rem calc(100% + 4px) local,linear-gradient(270deg,var(--bg) 30%,transparent) 100%/2rem calc(100% + 4px) local,linear-gradient(90deg,var(--faint),transparent) 0/.6rem 100%,linear-gradient(270deg,var(--faint),transparent) 100%/.6rem 100%;background-repeat:no-repeat}}
    @media (max-width:30rem){main{padding:.6rem}h1{font-size:1.4rem}}
    @media print{
    :root:root{\(printed)}
    @page{margin:12mm}
    body{font-size:9.5pt;line-height:1.35}main{max-width:none;padding:0}
    .tools,.live,.skip,details:not([open]),#all-runs,button[data-map-key]{display:none!important}
    p,ul,ol,dl{max-width:none;margin-top:.3em;margin-bottom:.3em}h2{margin:1em 0 .3em}h3{margin:.7em 0 .2em}
    .card,figure,tr,li{break-inside:avoid}h2,h3,section>.note{break-after:avoid}
    .first.beside,.why{grid-template-columns:3fr 2fr}.answer{break-inside:avoid;break-after:avoid}.findings{columns:2;column-gap:2em}
    .charts{grid-template-columns:repeat(3,minmax(0,1fr));gap:.5em 1em}.charts .scroll{grid-column:span 2}
    figcaption,summary,.note{font-size:7.5pt}
    .scroll{overflow:visible}table{width:auto;max-width:100%;font-size:7.5pt}
    th{white-space:normal}td{max-width:none;overflow-wrap:anywhere}th,td{padding:.02rem .4rem .02rem 0}
    .fitted td:not(.prose){white-space:normal}.fitted td.prose{min-width:0}.pair{grid-template-columns:minmax(0,auto) minmax(0,1fr)}
    th button{text-decoration:none;text-align:inherit}
    .wide svg.chart{min-width:0}.natural svg.chart{width:100%;max-width:calc(var(--width)*.6px)}figure svg.chart{max-height:46mm}
    .charts>div+div{grid-column:span 2}section ol{font-size:7.5pt}section ol li:nth-child(n+4){display:none}.answer{font-size:10.5pt}
    }

    """

  /// The rules for printing, with the light theme even if the screen has the dark one.
  private static let printed = Palette.lightDeclarations
}
