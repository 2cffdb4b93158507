// Runs alone: it measures time.
import test from 'ava';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {edges} from '../../../source/timeline/edges.js';
import {localTime} from '../../../source/timeline/local-time.js';
import {drawChart} from '../../../source/view/charts/draw-chart.js';
import {colorTheme} from '../../helpers/themes.js';

test('a chart of 160 columns is drawn within a millisecond', t => {
	const local = localTime(timeFormatter('utc').offsetAt, null);
	const columns = 138;
	const counts = (n: number): Float64Array =>
		Float64Array.from({length: columns}, (_, column) => (column * n) % 500);
	const chart = {
		edges: edges(0, columns * 60_000 - 1, 60_000, local, columns),
		...{step: 60_000, local, unread: null, secondsLeft: null},
		classes: [0, 0, 173, 19, 7, 3].map(counts),
		p95: counts(11),
	};
	const times = Array.from({length: 200}, () => {
		const begin = performance.now();
		drawChart(chart, {
			...{width: 160, height: 10, laneHeight: 3, hasTimes: true, hasUnit: false, hasLegend: true},
			...{scale: 'linear', cursor: 100, range: null, moments: [], theme: colorTheme},
		});
		return performance.now() - begin;
	}).toSorted((a, b) => a - b);
	t.log(`${times[100]?.toFixed(2)} ms`);
	// Other processes may have the core for most of the time.
	t.true((times[20] ?? 1) < 1);
});
