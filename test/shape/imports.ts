import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';

/** An import between two files of `source`, as paths within it, without extensions. */
export type Import = {
	readonly from: string;
	readonly to: string;
	/** True for `import()`, which loads the file on first use. */
	readonly isLazy: boolean;
};

export type SourceFile = {
	/** Path within `source`, with its extension. */
	readonly path: string;
	readonly text: string;
};

export function withoutEnding(path: string): string {
	return path.replace(/\.[jt]sx?$/, '');
}

/** Returns all TypeScript files below a folder, sorted by path. */
export function filesOf(folder: string): readonly SourceFile[] {
	return readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(path => /\.tsx?$/.test(path))
		.sort()
		.map(path => ({path, text: readFileSync(join(folder, path), 'utf8')}));
}

/** Returns all imports between the files, without imports of packages. */
export function importsOf(files: readonly SourceFile[]): readonly Import[] {
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
 *
 * @param unitOf Returns the unit of a file: the file itself, or its folder.
 */
export function circlesOf(imports: readonly Import[], unitOf: (file: string) => string): readonly string[] {
	const targets = new Map<string, Set<string>>();
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
