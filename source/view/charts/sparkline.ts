import type {Style, Theme} from '../../themes/theme.js';
import type {Span} from '../spans/span.js';

/** Share of 5xx from which a column is red. Most sites always have a few: any failure made all columns of such a log red. */
const minShare = 0.01;

/**
 * Returns a line with a bar per number. The greatest number has the highest bar, one level lower than a cell; zero is a space. A
 * column with many 5xx is red and at least two eighths high.
 * @param errors - numbers of 5xx
 */
export function sparkline(
	numbers: ArrayLike<number>,
	errors: ArrayLike<number>,
	{chart, fill}: Pick<Theme, 'chart' | 'fill'>,
): readonly Span[] {
	const levels = Array.from(chart.levels).slice(0, -1);
	const max = Math.max(1, ...Array.from(numbers));
	const spans: {text: string; style: Style | undefined}[] = [];
	for (let at = 0; at < numbers.length; at++) {
		const n = numbers[at] ?? 0;
		const hasErrors = n > 0 && (errors[at] ?? 0) >= minShare * n;
		const level = Math.max(hasErrors ? 2 : 0, Math.ceil((n / max) * levels.length));
		const style = hasErrors ? fill[5] : fill[2];
		const text = level === 0 ? ' ' : (levels[level - 1] ?? ' ');
		const last = spans.at(-1);
		if (last && last.style === style) {
			last.text += text;
		} else {
			spans.push({text, style});
		}
	}
	return spans;
}
