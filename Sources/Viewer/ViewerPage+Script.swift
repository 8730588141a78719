extension ViewerPage {
    /// The page's script. Messages come as `ViewerFrame` writes them.
    static let script = #"""
        'use strict';
        const $ = id => document.getElementById(id), palette = ['#440154','#472D7B','#3B528B','#2C728E','#21918C','#28AE80','#5EC962',
          '#ADDC30','#FDE725'], things = ['#0072B2','#D55E00','#009E73','#CC79A7','#E69F00','#56B4E9','#999999'];
        let info = null, frame = null, range = [0, 1], rows = [], courses = new Map(), page = null, asked = Promise.resolve(), places = null, near = new Set();
        let turn = [0.5, 0.4], zoom = 1, shift = [0, 0], isPaused = false, sought = null;
        const post = (path, body) => fetch(path, { method: 'POST', body });
        // One after the other, so that they come in their order.
        const ask = message => { if (page !== null) asked = asked.then(() => post('/ask' + location.search + '&page=' + page, JSON.stringify(message))).catch(() => {}); };
        const rgb = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255);
        const label = node => info.names ? info.names[node] : String(node);
        const short = x => x === null ? '–' : Math.abs(x) >= 1e5 || x && Math.abs(x) < 1e-3 ? x.toExponential(3) : String(+x.toPrecision(6));

        // Speaking with the run.
        async function connect() {
          try { await listen((await post('/run' + location.search)).body.getReader()); } catch (error) { if (!(error instanceof TypeError)) throw error; }
          page = null; $('status').textContent = 'The run cannot be reached any more. ' + $('status').textContent;
        }
        // Puts messages together from the pieces in which they come: each is its length and so many bytes.
        async function listen(reader) {
          let parts = [], count = 0, length = null;
          const take = n => {
            const bytes = new Uint8Array(n); let filled = 0;
            while (filled < n) {
              const piece = parts[0].subarray(0, n - filled); bytes.set(piece, filled); filled += piece.length;
              if (piece.length < parts[0].length) parts[0] = parts[0].subarray(piece.length); else parts.shift();
            }
            count -= n; return bytes.buffer;
          };
          for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
            parts.push(piece.value); count += piece.value.length;
            while (count >= (length ?? 4)) if (length === null) length = new DataView(take(4)).getUint32(0, true); else { see(take(length)); length = null; }
          }
        }
        function hear(message) {
          if (message.kind === 'page') page = message.number;
          if (message.kind === 'greeting') begin(message);
          if (message.kind === 'history') { rows = message.rows.concat(rows); draw(); }
          if (message.kind === 'notice') {
            const item = document.createElement('li'); item.textContent = message.text; $('notices').prepend(item);
          }
        }
        function see(buffer) {
          const length = new DataView(buffer).getUint32(0, true);
          const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
          if (head.kind !== 'frame') return hear(head);
          head.values = {};
          head.fields.forEach((name, i) => {
            head.values[name] = new Float32Array(buffer, 4 + length + i * head.nodes * 4, head.nodes); });
          frame = head; isPaused = head.status === 'paused';
          if (!rows.length || rows[rows.length - 1][0] < head.measured) rows.push([head.measured].concat(head.quantities));
          if (rows.length > 8000) rows = rows.filter((_, i) => i % 2 === 0);
          for (const node of head.watched) {
            if (!courses.has(node.node)) continue;
            const course = courses.get(node.node), last = course[course.length - 1];
            if (!last || last[0] < head.time) course.push([head.time].concat(node.values));
            else if (last[0] === head.time) course[course.length - 1] = [head.time].concat(node.values);
            if (course.length > 8000) courses.set(node.node, course.filter((_, i) => i % 2 === 0));
          }
          window.requestAnimationFrame(draw);
        }
        function options(id, names) {
          $(id).replaceChildren(...names.map((name, i) => { const o = document.createElement('option'); o.value = i; o.textContent = name; return o; }));
        }
        function begin(message) {
          info = message; $('name').textContent = info.name; document.title = info.name + ' – Observatory';
          options('colour', info.fields); options('quantity', [...new Set(info.quantities.concat(info.recorded.map(curve => curve.name)))]); options('field', info.fields);
          const first = info.view === 'particles' ? info.fields.findIndex(f => !['x', 'y', 'z'].includes(f)) : 0;
          $('colour').value = Math.max(0, first); $('field').value = $('colour').value; $('slicing').hidden = !isInSpace();
          $('seeking').hidden = !info.seeks; $('act').hidden = info.seeks; $('moment').max = info.steps;
          $('parameters').textContent = info.parameters.length ? 'Parameters: ' + info.parameters.join(', ') + ' (parameter: {' + info.parameters[0] + ': 1})' : '';
          place(); ask({ do: 'colour', number: +$('colour').value });
        }

        // Where nodes are.
        const isInSpace = () => info.view === 'particles' && info.fields.includes('z') && info.box.length === 3;
        function place() {
          if (info.view === 'particles') return;
          const n = info.nodes; places = new Float32Array(2 * n);
          if (info.view === 'graph') places.set(info.places.slice(0, 2 * n));
          else {
            const width = info.view === 'grid' ? info.sides[0] : Math.ceil(Math.sqrt(n));
            for (let i = 0; i < n; i++) { places[2 * i] = i % width; places[2 * i + 1] = Math.floor(i / width); }
          }
        }
        function coordinates() {
          const n = frame.nodes, result = new Float32Array(3 * n);
          if (places) { for (let i = 0; i < n; i++) { result[3 * i] = places[2 * i]; result[3 * i + 1] = places[2 * i + 1]; } return result; }
          ['x', 'y', 'z'].forEach((axis, k) => {
            const values = frame.values[axis], box = info.box[k];
            if (!values) return;
            const length = box && box[2] ? box[1] - box[0] : 0;
            for (let i = 0; i < n; i++) { const x = values[i]; result[3 * i + k] = length ? x - length * Math.floor((x - box[0]) / length) : x; }
          });
          return result;
        }
        let centre = null;
        function bounds(points) {
          if (centre && frame.step % 50) return centre;
          const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
          for (let i = 0; i < points.length; i++) { const k = i % 3, x = points[i]; if (x < low[k]) low[k] = x; if (x > high[k]) high[k] = x; }
          if (info.view === 'particles') info.box.forEach((b, k) => { if (b) { low[k] = b[0]; high[k] = b[1]; } });
          const size = Math.max(...low.map((l, k) => high[k] - l)) || 1;
          return centre = { middle: low.map((l, k) => (l + high[k]) / 2), size, low, high };
        }
        function matrix(b, canvas) {
          const [a, c] = isInSpace() ? turn : [0, 0], s = 1.7 * zoom / b.size, ratio = canvas.height / canvas.width;
          const [ca, sa, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(c), Math.sin(c)];
          const space = isInSpace();
          const r = space ? [[ca, sa, 0], [-sa * sc, ca * sc, cc], [sa * cc, -ca * cc, sc]] : [[1, 0, 0], [0, info.view === 'particles' ? 1 : -1, 0], [0, 0, 1]];
          const m = r.map((row, i) => row.map(x => x * s * (i === 0 ? Math.min(1, ratio) : i === 1 ? Math.min(1, 1 / ratio) : 0.5)));
          const t = m.map((row, i) => -row.reduce((sum, x, k) => sum + x * b.middle[k], 0) + (shift[i] || 0));
          return new Float32Array([m[0][0], m[1][0], m[2][0], 0, m[0][1], m[1][1], m[2][1], 0, m[0][2], m[1][2], m[2][2], 0, t[0], t[1], t[2], 1]);
        }

        // Drawing by WebGL2.
        const gl = $('view').getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
        let program = null, buffers = null;
        function prepare() {
          const shader = (type, text) => { const s = gl.createShader(type); gl.shaderSource(s, text); gl.compileShader(s); return s; };
          program = gl.createProgram();
          gl.attachShader(program, shader(gl.VERTEX_SHADER, `#version 300 es
            in vec3 place; in float value; in float mark; uniform mat4 view; uniform vec3 palette[9]; uniform vec2 range; uniform float size;
            uniform float slice; uniform vec4 plain; out vec4 colour;
            void main() {
              gl_Position = view * vec4(place, 1.0); gl_PointSize = size * (mark > 0.5 ? 2.0 : 1.0);
              if (gl_Position.z > 2.0 * slice - 1.0 && slice < 1.0) gl_Position.w = -1.0;
              float x = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0) * 8.0; int i = int(min(floor(x), 7.0));
              colour = plain.a > 0.0 ? plain : mark > 0.5 ? vec4(0.84, 0.37, 0.0, 1.0) : vec4(mix(palette[i], palette[i + 1], x - float(i)), 1.0);
            }`));
          gl.attachShader(program, shader(gl.FRAGMENT_SHADER, `#version 300 es
            precision mediump float; in vec4 colour; uniform float isRound; out vec4 result;
            void main() { if (isRound > 0.5 && length(gl_PointCoord - 0.5) > 0.5) discard; result = colour; }`));
          gl.linkProgram(program); gl.useProgram(program);
          buffers = ['place', 'value', 'mark'].map(name => [gl.createBuffer(), gl.getAttribLocation(program, name), name === 'place' ? 3 : 1]);
          gl.enable(gl.DEPTH_TEST); gl.depthFunc(gl.LEQUAL);
        }
        const uniform = name => gl.getUniformLocation(program, name);
        function fill(k, data) {
          const [buffer, location, size] = buffers[k];
          if (location < 0) return;
          gl.bindBuffer(gl.ARRAY_BUFFER, buffer); gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
          gl.enableVertexAttribArray(location); gl.vertexAttribPointer(location, size, gl.FLOAT, false, 0, 0);
        }
        function drawNodes() {
          const canvas = $('view'), b = bounds(frame.points), view = matrix(b, canvas), n = frame.nodes;
          frame.view = view; gl.viewport(0, 0, canvas.width, canvas.height);
          const paper = rgb(matchMedia('(prefers-color-scheme: dark)').matches ? '#181818' : '#ffffff');
          gl.clearColor(...paper, 1); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
          gl.uniformMatrix4fv(uniform('view'), false, view); gl.uniform3fv(uniform('palette'), palette.flatMap(rgb)); gl.uniform2fv(uniform('range'), range);
          gl.uniform1f(uniform('slice'), isInSpace() ? +$('slice').value : 1);
          const lines = edges(b);
          if (lines.length) {
            gl.uniform4f(uniform('plain'), 0.6, 0.6, 0.6, 1); gl.uniform1f(uniform('isRound'), 0); gl.uniform1f(uniform('size'), 1);
            fill(0, lines); fill(1, new Float32Array(lines.length / 3)); fill(2, new Float32Array(lines.length / 3)); gl.drawArrays(gl.LINES, 0, lines.length / 3);
          }
          gl.uniform4f(uniform('plain'), 0, 0, 0, 0); gl.uniform1f(uniform('isRound'), info.view === 'grid' || info.view === 'nodes' ? 0 : 1);
          gl.uniform1f(uniform('size'), pointSize(b, canvas));
          const marks = new Float32Array(n); for (const node of courses.keys()) marks[node] = 1; for (const node of near) marks[node] = 1;
          fill(0, frame.points); fill(1, values()); fill(2, marks); gl.drawArrays(gl.POINTS, 0, n);
        }
        function pointSize(b, canvas) {
          const cell = 0.85 * zoom * Math.min(canvas.width, canvas.height) / b.size;
          return info.view === 'grid' || info.view === 'nodes' ? Math.max(1, Math.ceil(cell)) : info.view === 'graph' ? (frame.nodes > 500 ? 6 : 12) : frame.nodes > 20000 ? 2 : frame.nodes > 2000 ? 4 : 8;
        }
        let known = null;
        function edges(b) {
          if (info.view === 'graph') {
            if (known) return known;
            known = new Float32Array(3 * info.edges.length);
            info.edges.forEach((v, i) => { known[3 * i] = places[2 * v]; known[3 * i + 1] = places[2 * v + 1]; known[3 * i + 2] = 0; });
            return known;
          }
          if (info.view !== 'particles' || info.box.some(x => !x)) return new Float32Array(0);
          const c = [b.low, b.high], flat = info.box.length < 3, result = [];
          const corner = bits => [0, 1, 2].map(k => k === 2 && flat ? 0 : c[bits >> k & 1][k]);
          for (let i = 0; i < (flat ? 4 : 8); i++) for (let k = 0; k < (flat ? 2 : 3); k++) if (!(i >> k & 1)) result.push(...corner(i), ...corner(i | 1 << k));
          return new Float32Array(result);
        }
        const values = () => frame.values[info.fields[+$('colour').value]] || new Float32Array(frame.nodes);

        // Curves.
        function sheet(id) {
          const canvas = $(id), scale = window.devicePixelRatio || 1, w = Math.round(canvas.clientWidth * scale), h = Math.round(canvas.clientHeight * scale);
          if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
          return canvas;
        }
        function curves(id, lines) {
          const canvas = sheet(id), pen = canvas.getContext('2d'), ink = getComputedStyle(document.body).color; pen.clearRect(0, 0, canvas.width, canvas.height);
          const all = lines.flat().filter(p => p[1] !== null && p[1] !== undefined);
          if (!all.length) return;
          let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
          for (const [x, y] of all) { x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y); }
          const w = canvas.width - 20, h = canvas.height - 34, X = x => 10 + w * (x - x0) / (x1 - x0 || 1), Y = y => 6 + h * (1 - (y - y0) / (y1 - y0 || 1));
          pen.fillStyle = ink; pen.font = '12px sans-serif'; pen.fillText(short(y1), 12, 16); pen.fillText(short(y0), 12, h + 2);
          pen.fillText('time ' + short(x0), 10, canvas.height - 6); pen.textAlign = 'right'; pen.fillText(short(x1), canvas.width - 10, canvas.height - 6); pen.textAlign = 'left';
          lines.forEach((line, k) => { pen.strokeStyle = things[k % 7]; pen.lineWidth = 2; pen.beginPath();
            line.forEach(([x, y], i) => { if (y !== null) i ? pen.lineTo(X(x), Y(y)) : pen.moveTo(X(x), Y(y)); }); pen.stroke(); });
          if (!info.seeks) return;
          pen.strokeStyle = ink; pen.lineWidth = 1; pen.beginPath(); pen.moveTo(X(frame.time), 6); pen.lineTo(X(frame.time), 6 + h); pen.stroke();
        }
        function histogram() {
          const canvas = sheet('scale'), pen = canvas.getContext('2d'), bins = new Array(64).fill(0), [low, high] = range; pen.clearRect(0, 0, canvas.width, canvas.height);
          for (const x of values()) if (x === x) bins[Math.min(63, Math.max(0, Math.floor(64 * (x - low) / (high - low))))]++;
          const top = Math.max(...bins) || 1, w = canvas.width / 64;
          bins.forEach((count, i) => { pen.fillStyle = palette[Math.floor(i / 64 * 9)]; const h = (canvas.height - 22) * count / top;
            pen.fillRect(i * w, canvas.height - 18 - h, w - 1, h + 3); });
          pen.fillStyle = getComputedStyle(document.body).color; pen.font = '12px sans-serif'; pen.fillText(short(low), 4, canvas.height - 3);
          pen.textAlign = 'right'; pen.fillText(short(high), canvas.width - 4, canvas.height - 3); pen.textAlign = 'left';
        }
        function draw() {
          if (!info || !frame) return;
          $('status').textContent = { running: 'Running', paused: 'Paused', ended: 'Ended' }[frame.status] + ' at time ' + short(frame.time) + ', step ' + frame.step + ' of ' + info.steps;
          $('pause').textContent = isPaused ? 'Go on' : 'Pause';
          let [low, high] = [Infinity, -Infinity]; for (const x of values()) { if (x < low) low = x; if (x > high) high = x; }
          range = low < high ? [low, high] : low === high ? [low - 0.5, high + 0.5] : [0, 1];
          if (sought === frame.step || frame.status === 'ended') sought = null; if (sought === null) $('moment').value = frame.step;
          frame.points = coordinates(); sheet('view'); if (gl) { if (!program) prepare(); drawNodes(); }
          histogram();
          drawQuantity();
          const f = +$('field').value || 0; curves('course', [...courses.values()].map(course => course.map(row => [row[0], row[f + 1]])));
          table(); listChanges();
        }
        // The number is that of the moment, else it says of which it is; the curve is that which was recorded, if it was.
        function drawQuantity() {
          const q = +$('quantity').value || 0, name = q < info.quantities.length ? info.quantities[q] : $('quantity').selectedOptions[0]?.textContent;
          const recorded = info.recorded.find(curve => curve.name === name), known = q < frame.quantities.length;
          const [time, value] = known ? [frame.measured, frame.quantities[q]] : recorded?.rows.findLast(row => row[0] <= frame.time) || [frame.time, null];
          $('now').textContent = known || recorded ? short(value) + (time === frame.time ? '' : ' at time ' + short(time)) : '';
          curves('plot', [recorded ? recorded.rows : rows.map(row => [row[0], row[q + 1]])]);
        }
        function table() {
          const row = (tag, cells) => { const r = document.createElement('tr'); cells.forEach(c => { const d = document.createElement(tag); d.append(c); r.append(d); }); return r; };
          document.querySelector('#watched thead').replaceChildren(...(courses.size ? [row('th', ['node', ...info.fields, ''])] : []));
          document.querySelector('#watched tbody').replaceChildren(...[...courses.keys()].map(node => {
            const end = document.createElement('button'); end.textContent = '×'; end.setAttribute('aria-label', 'Watch ' + label(node) + ' no more');
            end.onclick = () => { courses.delete(node); mark(); ask({ do: 'unwatch', number: node }); draw(); };
            const now = frame.watched.find(watched => watched.node === node);
            return row('td', [label(node), ...info.fields.map((_, k) => short(now ? now.values[k] : null)), end]);
          }));
        }
        function listChanges() {
          const text = change => short(change.from) + (change.until > change.from ? ' – ' + short(change.until) : '') + ': ' + label(change.node) + ' by '
            + (change.author || 'the model') + ', ' + change.numbers.map(([field, old, now]) => info.fields[field] + ' ' + short(old) + ' → ' + short(now)).join(', ');
          $('changes').replaceChildren(...frame.changes.map(change => { const item = document.createElement('li'); item.textContent = text(change); return item; }).reverse());
        }

        // What a person does.
        function mark() {
          near = new Set();
          if (info.edges) for (let i = 0; i < info.edges.length; i += 2) {
            if (courses.has(info.edges[i])) near.add(info.edges[i + 1]); if (courses.has(info.edges[i + 1])) near.add(info.edges[i]); }
        }
        function watch(node) { if (!courses.has(node)) courses.set(node, []); mark(); ask({ do: 'watch', number: node }); draw(); }
        const toggle = () => { ask({ do: isPaused ? 'go' : 'pause' }); isPaused = !isPaused; sought = null; };
        $('pause').onclick = toggle; $('step').onclick = () => { ask({ do: 'step', number: 1 }); sought = null; };
        $('moment').oninput = () => { sought = +$('moment').value; ask({ do: 'seek', number: sought }); };
        $('delay').onchange = () => ask({ do: 'delay', number: +$('delay').value }); $('colour').onchange = () => ask({ do: 'colour', number: +$('colour').value });
        for (const id of ['quantity', 'field', 'slice']) $(id).oninput = draw;
        $('find').onsubmit = event => { event.preventDefault(); const text = $('node').value.trim(), named = info.names ? info.names.indexOf(text) : -1;
          const node = named >= 0 ? named : /^\d+$/.test(text) ? +text : -1;
          if (node >= 0 && node < info.nodes) watch(node); else hear({ kind: 'notice', text: 'There is no node ' + text + '.' }); };
        $('act').onsubmit = event => { event.preventDefault(); if ($('action').value.trim()) ask({ do: 'act', text: $('action').value }); };
        let start = null;
        $('view').onpointerdown = event => { start = [event.clientX, event.clientY, false]; $('view').setPointerCapture(event.pointerId); };
        $('view').onpointermove = event => { if (!start) return; const dx = event.clientX - start[0], dy = event.clientY - start[1];
          if (!start[2] && Math.hypot(dx, dy) < 4) return;
          if (isInSpace() && !event.shiftKey) turn = [turn[0] + dx / 150, turn[1] + dy / 150]; else shift = [shift[0] + 2 * dx / $('view').clientWidth, shift[1] - 2 * dy / $('view').clientHeight];
          start = [event.clientX, event.clientY, true]; draw(); };
        $('view').onpointerup = event => { const click = start && !start[2]; start = null; if (click) pick(event.offsetX, event.offsetY); };
        $('view').onwheel = event => { event.preventDefault(); zoom *= Math.exp(-event.deltaY / 500); draw(); };
        function pick(x, y) {
          if (!frame) return; const m = frame.view, p = frame.points, w = $('view').clientWidth, h = $('view').clientHeight; let best = -1, least = 400;
          for (let i = 0; i < frame.nodes; i++) { const [a, b, c] = [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
            const u = (m[0] * a + m[4] * b + m[8] * c + m[12] + 1) / 2 * w, v = (1 - (m[1] * a + m[5] * b + m[9] * c + m[13])) / 2 * h, d = (u - x) ** 2 + (v - y) ** 2;
            if (d < least) { least = d; best = i; } }
          if (best >= 0) watch(best);
        }
        document.onkeydown = event => { if (['INPUT', 'SELECT', 'BUTTON'].includes(event.target.tagName)) return;
          if (event.key === ' ') { event.preventDefault(); toggle(); } if (event.key === 's') { ask({ do: 'step', number: 1 }); sought = null; }
          if (event.key === '+') { zoom *= 1.2; draw(); } if (event.key === '-') { zoom /= 1.2; draw(); }
          const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
          if (way && info) { if (isInSpace()) turn = [turn[0] + way[0] / 10, turn[1] + way[1] / 10]; else shift = [shift[0] - way[0] / 10, shift[1] + way[1] / 10]; draw(); } };
        window.onresize = draw; connect();
        """#
}
