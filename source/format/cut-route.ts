import {fitWidth, terminalWidth, unitsPerColumn} from './fit-width.js';

const parameter = /\{[^{}…]+\}/g;

/**
 * Truncates a sanitised route to `width` columns. Replaces the names of parameters with `…` from the left, but not the last one,
 * which is the most specific. Then cuts the end.
 */
export function cutRoute(route: string, width: number): string {
	const near = route.slice(0, unitsPerColumn * Math.max(1, width));
	let text = near;
	let rest = (near.match(parameter)?.length ?? 0) - 1;
	while (terminalWidth(text) > width && rest > 0) {
		text = text.replace(/\{[^{}…]+\}/, '{…}');
		rest--;
	}
	return terminalWidth(text) > width || near.length < route.length
		? fitWidth(`${text}  `, width).trimEnd()
		: text;
}
