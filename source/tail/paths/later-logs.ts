import {readdir, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {Coalesced} from '../files/coalesced.js';
import {identityOf} from '../files/open-file.js';
import type {TailContext} from '../open/tail-context.js';
import {globEscaped, offeredPattern} from './offered-pattern.js';
import type {PathSet} from './path-set.js';

/** Minimum interval between two searches, in ms. */
const spacing = 1000;

/** A date or a time in a name: `20261120-13`, `2026-11-20`, `261120`, `1795824000`. */
const date = /\d{4,}(?:[._T-]?\d+)*/;

/** Returns the pattern for the logs of a series, such as `access-*.log`, and the date. Undefined for a name without a date. */
export function seriesOf(name: string): {readonly pattern: string; readonly date: string} | undefined {
	const [found] = date.exec(name) ?? [];
	return found === undefined || found.replaceAll(/\D/g, '').length < 6
		? undefined
		: {pattern: name.split(found).map(globEscaped).join('*'), date: found};
}

/** Returns true if a name is that of a later log of the same series. */
export function isLater(name: string, than: string): boolean {
	const [log, other] = [seriesOf(than), seriesOf(name)];
	const shapeOf = (text: string) => text.replaceAll(/\d/g, '0');
	return (
		log !== undefined &&
		log.pattern === other?.pattern &&
		shapeOf(log.date) === shapeOf(other.date) &&
		other.date > log.date
	);
}

/**
 * Watches for later logs beside followed ones whose names have a date. The server writes to those, but the user gave the path of a
 * single log. A notice gives the pattern that follows all of them.
 */
export class LaterLogs extends Coalesced {
	readonly #context: TailContext;
	readonly #paths: Pick<PathSet, 'paths'>;
	/** Paths that a notice was sent about. */
	readonly #told = new Set<string>();

	constructor(context: TailContext, paths: Pick<PathSet, 'paths'>) {
		super(() => this.#look(), spacing);
		this.#context = context;
		this.#paths = paths;
	}

	async #look(): Promise<void> {
		for (const {path, lasting} of this.#paths.paths) {
			const series = seriesOf(basename(path));
			if (lasting && series !== undefined && !this.#told.has(path)) {
				const later = await this.#laterThan(path);
				if (later !== undefined) {
					this.#told.add(path);
					this.#context.events.notice({
						path,
						text: `${later} is a later log beside it and is not read; to follow all of them, give the pattern ${offeredPattern(dirname(path), series.pattern)}.`,
					});
				}
			}
		}
	}

	/** Returns the name of a later log in the same directory that isn't read. */
	async #laterThan(path: string): Promise<string | undefined> {
		const directory = dirname(path);
		const followed = new Set(Array.from(this.#paths.paths, other => resolve(other.path)));
		const names = await readdir(directory).catch((): string[] => []);
		for (const name of names.filter(other => isLater(other, basename(path))).sort()) {
			const later = join(directory, name);
			const stats = await stat(later, {bigint: true}).catch(() => undefined);
			const isFollowed = followed.has(resolve(later));
			if (!isFollowed && stats?.isFile() && this.#context.registry.find(identityOf(stats)) === undefined) {
				return name;
			}
		}

		return undefined;
	}
}
