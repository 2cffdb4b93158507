import {errorMessage} from '../../error-message.js';
import {nameProblem, type View, type Views, viewNamed, viewPanels} from '../../saved-views/views.js';
import type {ColumnSettings} from '../layout/use-columns.js';
import type {PageRows} from '../layout/use-rows.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {PanelHost} from '../panel/panel-host.js';
import type {LiveSearch} from '../search/live-search.js';
import {type Candidate, type PaletteWord, wordRow} from './palette-items.js';

/** The parts of a view, and the storage of views. */
export type ViewWordsOptions = {
	readonly views: Views;
	/** The views at the last reading, for the completion. */
	readonly known: ReadonlyMap<string, View>;
	readonly search: LiveSearch;
	readonly columns: ColumnSettings;
	readonly rows: PageRows;
	readonly listing: Pick<ListingController, 'order' | 'setOrder'>;
	readonly panel: PanelHost;
	/** Returns whether the redaction is on. */
	readonly isHiding: () => boolean;
	/** Redacts a search if the redaction is on. */
	readonly shownText: (text: string) => string;
	/** Switches the redaction on. */
	readonly hide: () => void;
	/** Shows a message about success or failure. */
	readonly showHint: (text: string) => void;
};

/** Returns the palette commands that save, show and forget views. */
export function viewWords(options: ViewWordsOptions): readonly PaletteWord[] {
	const {views, known, shownText, showHint} = options;
	const candidates = (): readonly Candidate[] =>
		Array.from(known, ([name, {query}]) => ({
			name,
			detail: query === '' ? 'all requests' : shownText(query),
		}));
	const doing = (work: Promise<string>): string => {
		work.then(showHint, (error: unknown) => showHint(errorMessage(error)));
		return '';
	};
	const save = (mayReplace: boolean) => (name: string) =>
		nameProblem(name) || doing(saved(options, name, mayReplace));
	return [
		{
			...wordRow('view'),
			candidates,
			run: name => doing(shown(options, name)),
		},
		{
			...wordRow('save'),
			run: save(false),
		},
		{
			...wordRow('save'),
			name: 'save!',
			isHidden: true,
			candidates,
			run: save(true),
		},
		{
			...wordRow('forget'),
			candidates,
			run: name =>
				doing(
					views.forget(name).then(async isGone => {
						const found = isGone ? undefined : viewNamed(await views.read(), name);
						return found && 'problem' in found ? sentence(found.problem) : `The view ${name} is forgotten`;
					}),
				),
		},
	];
}

async function saved(options: ViewWordsOptions, name: string, mayReplace: boolean): Promise<string> {
	const {views, search, columns, rows, listing, panel, isHiding} = options;
	const how = await views.save(
		name,
		{
			query: search.query.text,
			columns: columns.getState().chosen,
			rows: rows.latest(),
			sort: listing.order,
			panel: viewPanels.find(one => one === panel.openCommands().at(-1)) ?? null,
			redact: isHiding(),
		},
		mayReplace,
	);
	return how === 'saved'
		? `Saved the view ${name}: :view ${name} brings it back, --view begins with it`
		: `There is a view ${name} already: :save! ${name} replaces it`;
}

async function shown(options: ViewWordsOptions, name: string): Promise<string> {
	const {views, search, columns, rows, listing, panel, isHiding, hide, shownText} = options;
	const found = viewNamed(await views.read(), name);
	if ('problem' in found) {
		return sentence(found.problem);
	}
	const {view} = found;
	// A view never switches the redaction off: someone else may be looking at the screen.
	if (view.redact && !isHiding()) {
		hide();
	}
	panel.closeAll();
	if (view.columns) {
		columns.choose(view.columns);
	}
	if (view.rows) {
		rows.set(view.rows);
	}
	listing.setOrder(view.sort);
	const problem = search.put(view.query);
	if (problem === null && view.panel) {
		panel.toggle(view.panel);
	}
	return shownText(problem ?? '');
}

function sentence(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}
