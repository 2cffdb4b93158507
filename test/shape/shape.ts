import {circlesOf, filesOf, importsOf, type SourceFile, withoutEnding} from './imports.js';

/** What is counted of a source tree. */
export type Shape = {
	readonly files: number;
	readonly lines: number;
	/** Lines a file. */
	readonly mean: number;
	readonly median: number;
	/** Files that exactly one other file imports from. */
	readonly imported: number;
	/** Those of them with `crumbLines` lines or fewer, but for what is loaded lazily or runs in another thread. */
	readonly crumbs: readonly string[];
	/** Files that import from each other in a circle. */
	readonly circles: readonly string[];
	/** Variables of modules that are assigned to while the program runs, as `file: name`. */
	readonly state: readonly string[];
	/** Maps and sets that belong to modules: most are caches. */
	readonly caches: readonly string[];
};

/** Up to so many lines a file with one importer is taken for a part of that importer. */
export const crumbLines = 30;

function linesOf({text}: SourceFile): number {
	return text.split('\n').length - 1;
}

function medianOf(numbers: readonly number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Files that are read into WebAssembly: their variables are cells of its memory, one for each instance. */
function isAssembly(path: string): boolean {
	return path.includes('assembly/');
}

/** What stands at the start of a line of that shape in any file of the program, as `file: name`. */
function named(files: readonly SourceFile[], shape: RegExp): readonly string[] {
	return files.flatMap(({path, text}) => Array.from(text.matchAll(shape), ([, name]) => `${path}: ${name}`));
}

/**
 * Counts what is in a source tree.
 *
 * @param folder Where it is.
 */
export function shapeOf(folder: string): Shape {
	const files = filesOf(folder);
	const imports = importsOf(files);
	const importers = new Map<string, Set<string>>();
	for (const {from, to} of imports) {
		importers.set(to, (importers.get(to) ?? new Set()).add(from));
	}

	const lazy = new Set(imports.filter(({isLazy}) => isLazy).map(({to}) => to));
	const single = files.filter(({path}) => importers.get(withoutEnding(path))?.size === 1);
	const lines = files.map(linesOf);
	const total = lines.reduce((sum, count) => sum + count, 0);
	const program = files.filter(({path}) => !isAssembly(path));
	return {
		files: files.length,
		lines: total,
		mean: total / files.length,
		median: medianOf(lines),
		imported: single.length,
		crumbs: single
			.filter(file => linesOf(file) <= crumbLines && !lazy.has(withoutEnding(file.path)))
			.map(({path}) => path),
		circles: circlesOf(imports, file => file),
		state: named(program, /^(?:export )?let (\w+)/gm),
		caches: named(
			program,
			/^(?:export )?const (\w+)(?:: [^=\n]+)? = new (?:Weak)?(?:Map|Set)\b[^;\n]*\(\);$/gm,
		),
	};
}
