import type {StoreStatus} from '../../store/store.js';

/** How far the past has been read, `indexing 42 %`; null when all of it has been. */
export function indexingText({indexing}: Pick<StoreStatus, 'indexing'>): string | null {
	if (!indexing) {
		return null;
	}

	const {read, total} = indexing;
	return `indexing ${total > 0 ? Math.min(99, Math.floor((read / total) * 100)) : 0} %`;
}
