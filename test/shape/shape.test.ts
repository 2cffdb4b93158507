import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {shapeOf} from './shape.js';

function lines(count: number): string {
	return '// \n'.repeat(count);
}

test('a short file with one importer is a crumb, unless it is loaded lazily', t => {
	const folder = temporaryDirectory(t);
	const put = (path: string, text: string): void => writeFileSync(join(folder, path), text);
	mkdirSync(join(folder, 'in'));
	put(
		'main.ts',
		"import {a} from './in/short.js';\nimport {b} from './long.js';\nawait import('./lazy.js');\n",
	);
	put('other.tsx', "export type {c} from './shared.js';\n");
	put('long.ts', `import './shared.js';\n${lines(30)}`);
	put('lazy.ts', lines(2));
	put('shared.ts', lines(1));
	put('in/short.ts', lines(30));
	const {files, crumbs, imported, circles, median} = shapeOf(folder);
	t.is(files, 6);
	t.deepEqual(crumbs, ['in/short.ts']);
	t.is(imported, 3);
	t.deepEqual(circles, []);
	t.is(median, 3);
});

test('circles of imports and variables of modules are found', t => {
	const folder = temporaryDirectory(t);
	mkdirSync(join(folder, 'assembly'));
	writeFileSync(join(folder, 'a.ts'), "import {b} from './b.js';\nlet count = 0;\n\tlet inner = 1;\n");
	writeFileSync(
		join(folder, 'b.ts'),
		"import {a} from './a.js';\nexport const known = new Map<string, number>();\n",
	);
	writeFileSync(join(folder, 'c.ts'), "import {a} from './a.js';\n");
	writeFileSync(join(folder, 'assembly/d.ts'), 'let cell = 0;\n');
	const {circles, state, caches} = shapeOf(folder);
	t.deepEqual(circles, ['a', 'b', 'c']);
	t.deepEqual(state, ['a.ts: count']);
	t.deepEqual(caches, ['b.ts: known']);
});
