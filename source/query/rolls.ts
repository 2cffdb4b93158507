import type {Expression} from './expression.js';

/** Whether what matches depends on the present moment, so that it changes also when nothing comes. */
export function rolls(expression: Expression): boolean {
	switch (expression.type) {
		case 'and':
		case 'or':
			return expression.of.some(rolls);
		case 'not':
			return rolls(expression.of);
		case 'time':
			return [expression.from, expression.until].some(point => point !== null && 'ago' in point);
		default:
			return false;
	}
}
