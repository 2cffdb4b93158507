import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {budgetFor, excessesOf, foldersOf, shapeOf} from '../../tools/shape.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

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
	const {crumbs, imported, circles, median} = shapeOf(folder);
	t.deepEqual(crumbs, ['in/short.ts']);
	t.is(imported, 3);
	t.deepEqual(circles, []);
	t.is(median, 3);
});

test('finds circular imports and module variables', t => {
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

test('a folder with more lines than its budget, or without a budget, is reported', t => {
	const tree = temporaryDirectory(t);
	for (const folder of ['in', 'in/deeper', 'new']) {
		mkdirSync(join(tree, folder));
		writeFileSync(join(tree, folder, 'a.ts'), lines(60));
	}
	writeFileSync(join(tree, 'main.ts'), lines(10));
	writeFileSync(join(tree, 'notes.md'), lines(10));
	const folders = foldersOf(tree);
	t.deepEqual(folders.get(`${tree}/in`), {files: 2, lines: 120});
	const budget = budgetFor(folders);
	t.deepEqual(budget, {[`${tree}/in`]: 150, [tree]: 50, [`${tree}/new`]: 100});
	t.deepEqual(excessesOf(folders, budget), []);
	t.deepEqual(excessesOf(folders, {[`${tree}/in`]: 100, [tree]: 10}), [
		`${tree}/in has 120 lines, its budget is 100`,
		`${tree}/new has 60 lines, its budget is missing`,
	]);
});
