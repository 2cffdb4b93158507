import type {ChosenColumn} from '../format/chosen-columns.js';
import {nearest} from '../nearest.js';

/** What lies over the listing and belongs to what one looks at. */
export const viewPanels = ['timeline', 'facets', 'routes', 'alerts'] as const;

/** One of them, by the command that opens it. */
export type ViewPanel = (typeof viewPanels)[number];

/** What is on the screen, as it is kept under a name. */
export type View = {
	/** What is searched for, period and all, as it is written; empty: everything. */
	readonly query: string;
	/** Null: nothing is said of them. */
	readonly columns: readonly ChosenColumn[] | null;
	readonly rows: number | 'fit' | null;
	/** What lies over the listing; null: nothing. */
	readonly panel: ViewPanel | null;
	/** Whether what looks secret is hidden. */
	readonly redact: boolean;
};

/** Where views are kept. What can't be done rejects with an error for the user. */
export type Views = {
	/** All there are, by their names, in the order in which they were first saved. */
	read(): Promise<ReadonlyMap<string, View>>;
	/** `exists`: there is one of that name, which wasn't to be replaced. */
	save(name: string, view: View, mayReplace: boolean): Promise<'saved' | 'exists'>;
	/** False when there is none of that name. */
	forget(name: string): Promise<boolean>;
};

/** No list has room for more. */
const longestName = 60;

/** What is wrong with a name for a view, for reading; empty when nothing is. */
export function nameProblem(name: string): string {
	return name === ''
		? 'a view needs a name'
		: name.startsWith('-')
			? 'the name of a view can’t begin with -, as options do'
			: [...name].length > longestName
				? `the name of a view has ${longestName} characters at most`
				: '';
}

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

function nowhere(): never {
	throw new Error('there is no place for views here');
}

/** For where views are kept nowhere. */
export const noViews: Views = {
	read: async () => new Map(),
	save: async () => nowhere(),
	forget: async () => nowhere(),
};
