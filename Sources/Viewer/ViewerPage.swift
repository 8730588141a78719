/// The page on which a run is looked at: all of it, without an address of anybody else.
enum ViewerPage {
    static let html = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Observatory</title>
        <style>\(style)</style>
        </head>
        <body>
        <header>
          <h1 id="name">Observatory</h1>
          <p id="status" role="status" aria-live="polite">Connecting…</p>
        </header>
        <noscript><p>This page needs JavaScript. Without it the command line tells all: <code>observatory run FILE</code> writes what
        is observed as CSV, <code>observatory plot DIRECTORY</code> draws it, and <code>observatory describe interventions</code> says how
        to change a run from its scenario.</p></noscript>
        <main>
          <section aria-label="Nodes">
            <canvas id="view" tabindex="0" aria-label="The nodes: drag to turn or move, wheel or + and - to zoom, click to watch one"></canvas>
            <div class="row">
              <button id="pause" aria-keyshortcuts="Space">Pause</button>
              <button id="step" aria-keyshortcuts="S">Step</button>
              <label>Wait after a step <select id="delay">
                <option value="0">not at all</option><option value="0.01">0.01 s</option>
                <option value="0.1">0.1 s</option><option value="1">1 s</option></select></label>
              <label>Colour <select id="colour"></select></label>
              <label id="seeking" hidden>Moment <input id="moment" type="range" min="0" step="1" value="0"></label>
              <label id="slicing">Slice <input id="slice" type="range" min="0" max="1" step="0.01" value="1"></label>
            </div>
            <canvas id="scale" aria-label="What colours mean, and how many nodes have which value"></canvas>
          </section>
          <section aria-label="Numbers">
            <label>Quantity <select id="quantity"></select></label> <output id="now"></output>
            <canvas id="plot" aria-label="The quantity over time"></canvas>
            <form id="find"><label>Watch the node <input id="node" size="10" autocomplete="off" placeholder="number or name"></label>
              <button>Watch</button></form>
            <table id="watched"><thead></thead><tbody></tbody></table>
            <label>Field of watched nodes <select id="field"></select></label>
            <canvas id="course" aria-label="The field of watched nodes over time"></canvas>
            <ol id="changes" reversed aria-label="The last changes of watched nodes, and by whom"></ol>
            <form id="act"><label>Intervene, as in a scenario
              <input id="action" size="34" autocomplete="off" placeholder="set: {node: 0, v: 1}"></label> <button>Do</button></form>
            <p id="parameters"></p>
            <ol id="notices" aria-live="polite" aria-label="What has been done"></ol>
          </section>
        </main>
        <script>\(script)</script>
        </body>
        </html>
        """

    private static let style = """
        :root { color-scheme: light dark; --ink: #222; --paper: #fff; --line: #bbb; --mark: #D55E00; }
        @media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #181818; --line: #555; --mark: #E69F00; } }
        body { margin: 0; font: 15px/1.4 sans-serif; color: var(--ink); background: var(--paper); }
        header { display: flex; gap: 1em; align-items: baseline; padding: .3em 1em; border-bottom: 1px solid var(--line); }
        h1 { font-size: 1.1em; margin: 0; } p { margin: .3em 0; }
        main { display: grid; grid-template-columns: minmax(0, 3fr) minmax(18em, 2fr); gap: 1em; padding: .6em 1em; }
        @media (max-width: 50em) { main { grid-template-columns: minmax(0, 1fr); } }
        canvas { width: 100%; display: block; border: 1px solid var(--line); margin: .3em 0; box-sizing: border-box; }
        #moment { width: 16em; } #view { height: 65vh; touch-action: none; cursor: crosshair; } #scale { height: 70px; }
        #plot, #course { height: 130px; }
        .row { display: flex; flex-wrap: wrap; gap: .8em; align-items: center; }
        table { border-collapse: collapse; font-size: .9em; } td, th { padding: .1em .5em; text-align: right; }
        :focus-visible { outline: 3px solid var(--mark); } #notices, #changes { font-size: .85em; max-height: 8em; overflow: auto; }
        noscript p { padding: 1em; }
        """
}
