import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';

/** One import between two files of `source`, as paths within it, without their endings. */
export type Import = {
	readonly from: string;
	readonly to: string;
	/** True for `import()`: the file is loaded when it is needed first. */
	readonly isLazy: boolean;
};

/** A file of `source`. */
export type SourceFile = {
	/** Its path within `source`, with its ending. */
	readonly path: string;
	readonly text: string;
};

export function withoutEnding(path: string): string {
	return path.replace(/\.[jt]sx?$/, '');
}

/** All TypeScript files of a folder and of those within it, sorted by their paths. */
export function filesOf(folder: string): readonly SourceFile[] {
	return readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(path => /\.tsx?$/.test(path))
		.sort()
		.map(path => ({path, text: readFileSync(join(folder, path), 'utf8')}));
}

/** All imports between those files; imports of packages are left out. */
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
 * The units that import from each other in a circle, and those that lead to one: what is left once each unit has
 * been taken away that imports from none that is left.
 *
 * @param unitOf The unit that a file belongs to: the file itself, or its folder.
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
