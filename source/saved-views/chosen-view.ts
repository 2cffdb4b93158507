import {UsageError} from '../command-line/usage-error.js';
import {ViewsError} from './read-views.js';
import {type View, type Views, viewNamed} from './views.js';

/**
 * Loads the view of `--view`.
 * @throws UsageError if it doesn't exist, or the file is invalid
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
