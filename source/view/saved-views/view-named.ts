import {nearest} from '../../nearest.js';
import type {View} from './views.js';

/** No message lists more. */
const mostNames = 20;

/** The view of a name; or that there is none, and which there are. Not yet fit for a terminal. */
export function viewNamed(
	views: ReadonlyMap<string, View>,
	name: string,
): {readonly view: View} | {readonly problem: string} {
	const view = views.get(name);
	if (view) {
		return {view};
	}

	const names = [...views.keys()];
	if (names.length === 0) {
		return {problem: `there is no view ${name}, nor any other: :save NAME keeps what is on the screen`};
	}

	const near = nearest(name, names);
	const meant = near === undefined ? '' : ` Did you mean ${near}?`;
	const more = names.length > mostNames ? ', …' : '';
	return {
		problem: `there is no view ${name}.${meant} There are: ${names.slice(0, mostNames).join(', ')}${more}`,
	};
}
