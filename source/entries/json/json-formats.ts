import type {Format} from '../format.js';

/** The formats that are JSON, in the order in which a line is told to be of one: by names that only it has. */
export const jsonFormats: readonly Format[] = [
	{
		name: 'caddy',
		title: 'Caddy',
		escapes: 'json',
		example:
			'{"level":"info","ts":1795161787.123,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"203.0.113.7","remote_port":"50112","client_ip":"203.0.113.7","proto":"HTTP/2.0","method":"GET","host":"shop.example","uri":"/en/","headers":{"User-Agent":["curl/8.5.0"]}},"bytes_read":0,"user_id":"","duration":0.0042,"size":4523,"status":200,"resp_headers":{"Server":["Caddy"]}}',
	},
	{
		name: 'traefik_json',
		title: 'Traefik with accessLog.format json',
		escapes: 'json',
		example:
			'{"ClientAddr":"203.0.113.7:50112","ClientHost":"203.0.113.7","ClientUsername":"-","DownstreamContentSize":4523,"DownstreamStatus":200,"Duration":4200000,"RequestHost":"shop.example","RequestMethod":"GET","RequestPath":"/en/","RequestProtocol":"HTTP/2.0","RouterName":"shop@docker","StartUTC":"2026-11-20T08:03:07.123456789Z","entryPointName":"web","level":"info","msg":"","time":"2026-11-20T08:03:07Z"}',
	},
	{
		name: 'cloudflare',
		title: 'Cloudflare Logpush, http_requests',
		escapes: 'json',
		example:
			'{"ClientIP":"203.0.113.7","ClientRequestHost":"shop.example","ClientRequestMethod":"GET","ClientRequestURI":"/en/","ClientRequestProtocol":"HTTP/2","EdgeResponseBytes":4523,"EdgeResponseStatus":200,"EdgeStartTimestamp":1795161787123000000,"RayID":"8f0c2d1e3a4b5c6d"}',
	},
	{
		name: 'envoy_json',
		title: 'Envoy, Envoy Gateway, Istio and Contour with JSON',
		escapes: 'json',
		example:
			'{":authority":"shop.example","bytes_sent":4523,"downstream_remote_address":"203.0.113.7:50112","duration":4,"method":"GET","protocol":"HTTP/2","response_code":200,"response_flags":"-","start_time":"2026-11-20T08:03:07.123Z","upstream_host":"10.0.0.5:8080","user-agent":"curl/8.5.0","x-envoy-origin-path":"/en/","x-forwarded-for":"203.0.113.7"}',
	},
	{
		name: 'gcp_http',
		title: 'Google Cloud, load balancers and what logs an httpRequest',
		escapes: 'json',
		example:
			'{"httpRequest":{"requestMethod":"GET","requestUrl":"https://shop.example/en/","status":200,"responseSize":"4523","userAgent":"curl/8.5.0","remoteIp":"203.0.113.7","latency":"0.0042s","protocol":"HTTP/2"},"timestamp":"2026-11-20T08:03:07.123456Z","severity":"INFO"}',
	},
	{
		name: 'fastly',
		title: 'Fastly with JSON',
		escapes: 'json',
		example:
			'{"timestamp":"2026-11-20T08:03:07+0000","client_ip":"203.0.113.7","host":"shop.example","url":"/en/","request_method":"GET","request_protocol":"HTTP/2","request_user_agent":"curl/8.5.0","response_status":200,"response_body_size":4523,"time_elapsed":4200,"fastly_server":"cache-fra-0","fastly_is_edge":true}',
	},
	{
		name: 'ecs',
		title: 'what logs by the Elastic Common Schema',
		escapes: 'json',
		example:
			'{"@timestamp":"2026-11-20T08:03:07.123Z","ecs.version":"8.11.0","http":{"request":{"method":"GET"},"response":{"status_code":200,"body":{"bytes":4523}},"version":"1.1"},"url":{"path":"/en/","query":"p=2"},"source":{"ip":"203.0.113.7"},"event":{"duration":4200000}}',
	},
	{
		name: 'nginx_json',
		title: 'nginx with a log_format of JSON',
		escapes: 'json',
		example:
			'{"time_iso8601":"2026-11-20T09:03:07+01:00","remote_addr":"203.0.113.7","remote_user":"","request":"GET /en/ HTTP/1.1","status":"200","body_bytes_sent":"4523","request_time":"0.004","http_referer":"","http_user_agent":"curl/8.5.0"}',
	},
	{
		name: 'json',
		title: 'Apache and applications that log requests as JSON: pino, bunyan and others',
		escapes: 'json',
		example:
			'{"time":"2026-11-20T09:03:07.123+01:00","ip":"203.0.113.7","method":"GET","url":"/en/","status":200,"bytes":4523,"duration_ms":4.2}',
	},
];

/** The numbers of those that have ways of their own. */
export const formatNumber = {caddy: 0, traefik: 1, envoy: 3, fastly: 5};
