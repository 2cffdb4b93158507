import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import type {Figure, Limit} from './figure.js';

/**
 * Processor time per line in relation to `combined`, by format: what `npm run bench:formats` measured last. Ratios depend far less
 * on the machine than times.
 */
const file = fileURLToPath(new URL('../../../tools/format-ratios.json', import.meta.url));

/** Factor by which a ratio may exceed the written ratio: measurements on a busy machine differ by up to 10 %. */
const tolerance = 1.2;

/** Returns the limits of each format. */
export function readLimits(): ReadonlyMap<string, readonly Limit[]> {
	const ratios: Readonly<Record<string, number>> = JSON.parse(readFileSync(file, 'utf8'));
	return new Map(
		Object.entries(ratios).map(([format, ratio]) => [
			format,
			[{atMost: Number((ratio * tolerance).toFixed(2)), of: 'combined'}],
		]),
	);
}

/** Returns the ratio of a format to `combined`. */
export function ratioOf({value, beside: {combined}}: Figure): number {
	return combined === undefined ? Number.NaN : Number((value.median / combined.median).toFixed(2));
}

/** Makes the measured ratios the limits. */
export function writeRatios(figures: readonly Figure[]): void {
	const ratios = figures.map(figure => [figure.name, ratioOf(figure)]);
	writeFileSync(file, `${JSON.stringify(Object.fromEntries(ratios), null, '\t')}\n`);
}
