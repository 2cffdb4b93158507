import {useEffect, useState} from 'react';
import type {NotedNotice} from '../../store/notice-list.js';

/** How long a notice stands, in milliseconds: long enough to be read after looking up. */
const duration = 15_000;

/** The newest notice, until a newer one comes or it has stood for some seconds; then null. */
export function useNewestNotice(notices: readonly NotedNotice[]): NotedNotice | null {
	const newest = notices.at(-1) ?? null;
	// The same one may be told in other words, without what is secret.
	const id = newest && `${newest.time}\n${newest.path}`;
	const [expired, setExpired] = useState<string | null>(null);
	useEffect(() => {
		if (id === null) {
			return;
		}

		const timer = setTimeout(() => setExpired(id), duration);
		return () => clearTimeout(timer);
	}, [id]);
	return id === expired ? null : newest;
}
