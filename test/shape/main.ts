import {parseArgs} from 'node:util';
import {crumbLines, shapeOf} from './shape.js';

// Prints statistics of the source tree: node build/test/shape/main.js [--list] [FOLDER]

const {values, positionals} = parseArgs({
	options: {list: {type: 'boolean', default: false}},
	allowPositionals: true,
});

const shape = shapeOf(positionals[0] ?? 'source');

const rows: readonly (readonly [name: string, figure: string | number, list?: readonly string[]])[] = [
	['files', shape.files],
	['lines', shape.lines],
	['lines a file, mean', shape.mean.toFixed(0)],
	['lines a file, median', shape.median],
	['files with one importer', shape.imported],
	[`… of ${crumbLines} lines or fewer`, shape.crumbs.length, shape.crumbs],
	['files in circles', shape.circles.length, shape.circles],
	['module variables', shape.state.length, shape.state],
	['module caches', shape.caches.length, shape.caches],
];

for (const [name, figure, list = []] of rows) {
	console.log(`${name.padEnd(28)}${String(figure).padStart(8)}`);
	for (const item of values.list ? list : []) {
		console.log(`    ${item}`);
	}
}
