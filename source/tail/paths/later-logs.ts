import {readdir, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {Coalesced} from '../files/coalesced.js';
import {identityOf, isFile} from '../files/open-file.js';
import type {TailContext} from '../open/tail-context.js';
import {uncompressedName, unrotatedPaths} from '../rotation/rotated-files.js';
import {globEscaped, offeredPattern} from './offered-pattern.js';
import type {PathSet} from './path-set.js';

/** Minimum interval between two searches, in ms. */
const spacing = 1000;

const [month, day] = ['(?:0[1-9]|1[0-2])', '(?:0[1-9]|[12]\\d|3[01])'];
const year = '(?:19|20)\\d\\d';
const hour = '(?:[01]\\d|2[0-3])';

/**
 * A date in a name, or the seconds since 1970: `20261120-13`, `2026-11-20`, `2026-11`, `u_ex261120`, `1795824000`. Further
 * numbers may follow it. Other numbers, such as a customer number, distinguish logs that are written at the same time.
 */
const date = new RegExp(
	`(?<!\\d)(?:(?:${year}([._-]?)${month}\\1${day}|${year}-${month})|(?<=^(?:u_)?(?:ex|in|nc))\\d\\d${month}${day}|(\\d{10}))` +
		`(?:T?${hour}(?:[0-5]\\d){0,2})?(?:[T._-]\\d+)*(?!\\d)`,
	'i',
);

/** Maximum difference between now and a number in a name that is a time, in ms. */
const nearNow = 366 * 24 * 60 * 60 * 1000;

/** Returns the pattern for the logs of a series, such as `access-*.log`, and the date. Undefined for a name without a date. */
export function seriesOf(
	name: string,
	now = Date.now(),
): {readonly pattern: string; readonly date: string} | undefined {
	const [found, , seconds] = date.exec(name) ?? [];
	return found === undefined || (seconds !== undefined && Math.abs(now - Number(seconds) * 1000) > nearNow)
		? undefined
		: {pattern: name.split(found).map(globEscaped).join('*'), date: found};
}

/** Returns true if `name` belongs to a later log of the same series. */
export function isLater(name: string, than: string, now?: number): boolean {
	const [log, other] = [seriesOf(than, now), seriesOf(name, now)];
	const shapeOf = (text: string) => text.replaceAll(/\d/g, '0');
	return (
		log !== undefined &&
		log.pattern === other?.pattern &&
		shapeOf(log.date) === shapeOf(other.date) &&
		other.date > log.date
	);
}

/**
 * Watches for later logs next to followed logs with a date in their names. The server writes to the later logs, but the user
 * gave the path of a single log. A notice gives the pattern that follows the whole series. Rotated files get no notice: a user
 * who opens one wants the old lines.
 */
export class LaterLogs extends Coalesced {
	readonly #context: TailContext;
	readonly #paths: Pick<PathSet, 'paths'>;
	/** Paths that a notice was sent about. */
	readonly #reported = new Set<string>();

	constructor(context: TailContext, paths: Pick<PathSet, 'paths'>) {
		super(() => this.#search(), spacing);
		this.#context = context;
		this.#paths = paths;
	}

	async #search(): Promise<void> {
		for (const {path, lasting} of this.#paths.paths) {
			const series = seriesOf(basename(path));
			if (lasting && series !== undefined && !this.#reported.has(path)) {
				const later = await this.#laterThan(path);
				if (later !== undefined) {
					this.#reported.add(path);
					this.#context.events.notice({
						path,
						text: `only this log is followed; to follow later ones, such as ${later}, too, give the pattern ${offeredPattern(dirname(path), series.pattern)}.`,
					});
				}
			}
		}
	}

	/**
	 * Returns the name of a later log in the same directory that isn't read. Undefined for a rotated file in the directory of its
	 * log.
	 */
	async #laterThan(path: string): Promise<string | undefined> {
		const directory = dirname(path);
		const logs = await Promise.all(unrotatedPaths(uncompressedName(path) ?? path).map(isFile));
		if (logs.includes(true)) {
			return undefined;
		}
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
