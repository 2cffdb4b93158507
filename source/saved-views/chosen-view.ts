import {UsageError} from '../command-line/usage-error.js';
import {viewNamed} from '../view/saved-views/view-words.js';
import type {View, Views} from '../view/saved-views/views.js';
import {ViewsError} from './read-views.js';

/**
 * The view that `--view` names.
 * @throws UsageError when there is none, or when the file can't be used
 */
export async function chosenView(name: string, views: Pick<Views, 'read'>): Promise<View> {
	try {
		const found = viewNamed(await views.read(), name);
		if ('view' in found) {
			return found.view;
		}
		throw new UsageError(`--view: ${found.problem}`);
	} catch (error) {
		if (!(error instanceof ViewsError)) {
			throw error;
		}
		throw new UsageError(`--view: ${error.message}`, {cause: error});
	}
}
