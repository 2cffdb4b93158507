// Prints figures of the source tree:
//
//     node tools/shape.js           files and lines of each folder, import cycles, state of modules
//     node tools/shape.js --list    also the names behind the figures
//     node tools/shape.js --check   fails if a folder has more lines than shape-budget.json allows; .ci/run does that
//     node tools/shape.js --write   sets the budget to the current lines, rounded up. A higher number needs a reason in the commit.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

/** A file with one importer and at most this number of lines counts as a part of its importer. */
const crumbLines = 30;

/** Numbers of the budget are multiples of this. */
const budgetStep = 50;

const budgetFile = join('tools', 'shape-budget.json');

/** @param {string} path */
function withoutEnding(path) {
	return path.replace(/\.[jt]sx?$/, '');
}

/**
 * Returns all TypeScript files below a folder, sorted by path, with their paths within it.
 * @param {string} folder
 */
export function filesOf(folder) {
	return readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(path => /\.tsx?$/.test(path))
		.sort()
		.map(path => ({path, text: readFileSync(join(folder, path), 'utf8')}));
}

/** @param {{text: string}} file */
function linesOf({text}) {
	return text.split('\n').length - 1;
}

/**
 * Returns all imports between files, without imports of packages: the paths of both files without their extensions, and whether
 * `import()` loads the file on first use.
 * @param {ReturnType<typeof filesOf>} files
 */
export function importsOf(files) {
	return files.flatMap(({path, text}) =>
		Array.from(text.matchAll(/(from |import )'(\.[^']+)'|import\('(\.[^']+)'\)/g), match => ({
			from: withoutEnding(path),
			to: withoutEnding(normalize(join(dirname(path), match[2] ?? match[3] ?? ''))),
			isLazy: match[3] !== undefined,
		})),
	);
}

/**
 * Returns the units in import cycles and the units that import them, directly or indirectly. Removes units without remaining
 * imports until there are no more of them.
 * @param {ReturnType<typeof importsOf>} imports
 * @param {(file: string) => string} unitOf Returns the unit of a file: the file itself, or its folder.
 */
export function circlesOf(imports, unitOf) {
	/** @type {Map<string, Set<string>>} */
	const targets = new Map();
	for (const {from, to} of imports) {
		const [a, b] = [unitOf(from), unitOf(to)];
		if (a !== b) {
			targets.set(a, (targets.get(a) ?? new Set()).add(b));
		}
	}
	for (let isSmaller = true; isSmaller; ) {
		isSmaller = false;
		for (const [unit, of] of targets) {
			if (![...of].some(target => targets.has(target))) {
				isSmaller = targets.delete(unit);
			}
		}
	}
	return [...targets.keys()].sort();
}

/**
 * Returns statistics of a source tree, with the names of files in import cycles, of module variables and of module caches. Crumbs
 * are short files with one importer, except files that are loaded lazily or run in another thread.
 * @param {string} folder
 */
export function shapeOf(folder) {
	const files = filesOf(folder);
	const imports = importsOf(files);
	/** @type {Map<string, Set<string>>} */
	const importers = new Map();
	for (const {from, to} of imports) {
		importers.set(to, (importers.get(to) ?? new Set()).add(from));
	}
	const lazy = new Set(imports.filter(({isLazy}) => isLazy).map(({to}) => to));
	const single = files.filter(({path}) => importers.get(withoutEnding(path))?.size === 1);
	const lines = files.map(linesOf).sort((a, b) => a - b);
	// Files that are compiled to WebAssembly have their variables in its memory, separate for each instance.
	const program = files.filter(({path}) => !path.includes('assembly/'));
	/** @param {RegExp} shape */
	const named = shape =>
		program.flatMap(({path, text}) => Array.from(text.matchAll(shape), ([, name]) => `${path}: ${name}`));
	return {
		median: lines[Math.floor(lines.length / 2)] ?? 0,
		imported: single.length,
		crumbs: single
			.filter(file => linesOf(file) <= crumbLines && !lazy.has(withoutEnding(file.path)))
			.map(({path}) => path),
		circles: circlesOf(imports, file => file),
		state: named(/^(?:export )?let (\w+)/gm),
		caches: named(/^(?:export )?const (\w+)(?:: [^=\n]+)? = new (?:Weak)?(?:Map|Set)\b[^;\n]*\(\);$/gm),
	};
}

/**
 * Returns the files and lines of each folder in a tree, by path. Files beside the folders belong to the tree itself.
 * @param {string} tree
 */
export function foldersOf(tree) {
	/** @type {Map<string, {files: number, lines: number}>} */
	const folders = new Map();
	for (const file of filesOf(tree)) {
		const [folder = '', within] = file.path.split(/[/\\]/);
		const name = within === undefined ? tree : `${tree}/${folder}`;
		const {files, lines} = folders.get(name) ?? {files: 0, lines: 0};
		folders.set(name, {files: files + 1, lines: lines + linesOf(file)});
	}
	return new Map([...folders].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns a message for each folder that exceeds its number of lines in the budget, or has no number.
 * @param {ReturnType<typeof foldersOf>} folders
 * @param {Record<string, number>} budget
 */
export function excessesOf(folders, budget) {
	return [...folders].flatMap(([name, {lines}]) =>
		lines <= (budget[name] ?? 0)
			? []
			: [`${name} has ${lines} lines, its budget is ${budget[name] ?? 'missing'}`],
	);
}

/** @param {ReturnType<typeof foldersOf>} folders */
export function budgetFor(folders) {
	return Object.fromEntries(
		[...folders].map(([name, {lines}]) => [name, Math.ceil(lines / budgetStep) * budgetStep]),
	);
}

function main() {
	const {values: wanted} = parseArgs({
		options: {list: {type: 'boolean'}, check: {type: 'boolean'}, write: {type: 'boolean'}},
	});
	/** @param {unknown[]} cells */
	const row = (...[name, ...figures]) =>
		console.log(`${name}`.padEnd(32) + figures.map(figure => String(figure ?? '').padStart(9)).join(''));

	const trees = ['source', 'test'].map(tree => [tree, foldersOf(tree)]);
	const folders = new Map(trees.flatMap(([, folders]) => [...folders]));
	if (wanted.write) {
		writeFileSync(budgetFile, `${JSON.stringify(budgetFor(folders), null, '\t')}\n`);
	}
	const budget = JSON.parse(readFileSync(budgetFile, 'utf8'));
	row('', 'files', 'lines', 'budget');
	for (const [tree, folders] of trees) {
		for (const [name, {files, lines}] of folders) {
			row(name, files, lines, budget[name]);
		}
		const all = [...folders.values()];
		row(
			`${tree}, all`,
			all.reduce((sum, {files}) => sum + files, 0),
			all.reduce((sum, {lines}) => sum + lines, 0),
		);
	}
	const {median, imported, crumbs, circles, state, caches} = shapeOf('source');
	console.log();
	row('lines a file, median', median);
	row('files with one importer', imported);
	for (const [name, list] of Object.entries({
		[`… of ${crumbLines} lines or fewer`]: crumbs,
		'files in circles': circles,
		'module variables': state,
		'module caches': caches,
	})) {
		row(name, list.length);
		for (const item of wanted.list ? list : []) {
			console.log(`    ${item}`);
		}
	}
	if (wanted.check) {
		for (const excess of excessesOf(folders, budget)) {
			console.error(`${excess}: remove lines, or raise it with npm run shape -- --write and give the reason`);
			process.exitCode = 1;
		}
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	main();
}
