import {circlesOf, filesOf, importsOf, type SourceFile, withoutEnding} from './imports.js';

/** Statistics of a source tree. */
export type Shape = {
	readonly files: number;
	readonly lines: number;
	/** Mean number of lines per file. */
	readonly mean: number;
	readonly median: number;
	/** Number of files with exactly one importer. */
	readonly imported: number;
	/** Files with one importer and at most `crumbLines` lines, except files that are loaded lazily or run in another thread. */
	readonly crumbs: readonly string[];
	/** Files in import cycles, and files that import them. */
	readonly circles: readonly string[];
	/** Module variables that are reassigned at run time, as `file: name`. */
	readonly state: readonly string[];
	/** Module-level maps and sets, as `file: name`. Most are caches. */
	readonly caches: readonly string[];
};

/** A file with one importer and at most this number of lines counts as a part of its importer. */
export const crumbLines = 30;

function linesOf({text}: SourceFile): number {
	return text.split('\n').length - 1;
}

function medianOf(numbers: readonly number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** True for files that are compiled to WebAssembly. Their variables are in its memory, separate for each instance. */
function isAssembly(path: string): boolean {
	return path.includes('assembly/');
}

/** Returns the first group of each match of `shape` in the files, as `file: name`. */
function named(files: readonly SourceFile[], shape: RegExp): readonly string[] {
	return files.flatMap(({path, text}) => Array.from(text.matchAll(shape), ([, name]) => `${path}: ${name}`));
}

/**
 * Computes the statistics of a source tree.
 *
 * @param folder Root folder of the source tree.
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
