const light = `--ground:#fff;--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;--head:#f3f5f7;--accent:#0a5fb4;
--few:#e3e6ea;--s0:#1f77b4;--s1:#c8620a;--s2:#1d8a6b;--s3:#a8508a;--s4:#8a6d00;--s5:#6a5acd;--s6:#c0353a;--s7:#5b6b7d;
--h0:#eef6fc;--h1:#d3e7f6;--h2:#b1d6ee;--h3:#86bfe2;--h4:#57a3d2;--h5:#2f84bd;--h6:#15639b;--h7:#0b4775;
--t0:#1b1f24;--t1:#1b1f24;--t2:#1b1f24;--t3:#1b1f24;--t4:#000;--t5:#fff;--t6:#fff;--t7:#fff`;
const dark = `--ground:#14171b;--ink:#e7eaee;--soft:#a5adb7;--line:#3a414a;--head:#1e2329;--accent:#7cb8f0;
--few:#343a42;--s0:#58a6e0;--s1:#f0963c;--s2:#4cc29c;--s3:#e08cc4;--s4:#d6b52c;--s5:#a898ff;--s6:#ff7b72;--s7:#9fb0c3;
--h0:#1b2733;--h1:#1c3549;--h2:#1d4663;--h3:#1e597f;--h4:#226e9b;--h5:#3b8ab8;--h6:#68abd2;--h7:#a0cfe9;
--t0:#e7eaee;--t1:#e7eaee;--t2:#e7eaee;--t3:#fff;--t4:#fff;--t5:#000;--t6:#000;--t7:#000`;

/** Follows the reader's light or dark setting; light on paper. */
export const style = `
:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:70rem;padding:1.25rem 1rem 3rem;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.35rem;line-height:1.3;margin:0 0 .15rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:0}
p,dl{margin:.25rem 0}.soft{color:var(--soft);overflow-wrap:anywhere}
.answer{font-size:1.1rem;margin:.75rem 0 1rem;overflow-wrap:anywhere}.answer b{font-size:2rem;font-weight:650;line-height:1.2;font-variant-numeric:tabular-nums;margin-right:.15em}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.notes{margin:.5rem 0;padding-left:1.1rem;color:var(--soft);overflow-wrap:anywhere}
figure{margin:1rem 0;break-inside:avoid;container-type:inline-size}figcaption{font-weight:600;margin-bottom:.25rem}
svg{display:block;width:100%;height:auto}.narrow{display:none;max-width:34rem}
@container (max-width:44rem){.wide{display:none}.narrow{display:block}}
.rows{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem;margin:1.5rem 0 .5rem}
.filter{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;color:var(--soft);margin:.5rem 0}input{font:inherit;padding:.3rem .6rem;min-width:0;border:1px solid var(--soft);border-radius:6px;background:var(--ground);color:var(--ink)}
.scroll{overflow:auto;max-height:40rem;border:1px solid var(--line);border-radius:6px;background:linear-gradient(90deg,var(--ground),transparent) 0 0/2rem 100% no-repeat local,linear-gradient(270deg,var(--ground),transparent) 100% 0/2rem 100% no-repeat local,linear-gradient(90deg,var(--line),transparent) 0 0/.75rem 100% no-repeat scroll,linear-gradient(270deg,var(--line),transparent) 100% 0/.75rem 100% no-repeat scroll}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
table{border-collapse:separate;border-spacing:0;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;white-space:pre-wrap}
th{background:var(--head);position:sticky;top:0;z-index:1}td:first-child,th:first-child{position:sticky;left:0}td:first-child{background:var(--ground)}th:first-child{z-index:2}
th button{all:unset;cursor:pointer}th button:focus-visible{outline:3px solid var(--accent)}th[aria-sort=ascending] button::after{content:' ↑'}th[aria-sort=descending] button::after{content:' ↓'}
th.n,td.n{text-align:right}td.null{color:var(--soft)}td.few{color:var(--soft);white-space:nowrap}.k{white-space:nowrap}.w{min-width:13rem}.w.l{overflow-wrap:anywhere}tr{break-inside:avoid}
@media (max-width:44rem){td:first-child,th:first-child{min-width:7.5rem;max-width:45vw;white-space:pre-wrap;overflow-wrap:anywhere}}
details{margin:2rem 0 0}summary{cursor:pointer;color:var(--soft)}
.download{display:inline-block;padding:.3rem .8rem;border:1px solid var(--accent);border-radius:6px;color:var(--accent);text-decoration:none;font-weight:600}
@media print{:root{color-scheme:light;${light}}.download,.filter{display:none!important}.wide{display:block!important}.narrow{display:none!important}.scroll{overflow:visible!important;max-height:none!important;background:none}body{max-width:none;padding:0}.w{min-width:0!important}th,td{position:static!important}table{font-size:.7rem}th,td{padding:.15rem .3rem!important;overflow-wrap:break-word}.l{overflow-wrap:anywhere}td.k{white-space:pre-wrap}}
`.replace(/\n/g, '');
