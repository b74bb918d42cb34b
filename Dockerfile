# The Book Print Service alone, without the desktop app. compose.yaml starts two of it with what they need.
FROM node:20.19.5-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Nothing of the service needs an install script; the app's do (a keychain, a browser engine), and are not in this image.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts ./scripts
COPY src-core ./src-core
COPY src-node ./src-node
COPY src-service ./src-service
COPY resources ./resources
RUN node scripts/build.mjs --only service && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:20.19.5-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/service ./dist/service
COPY --from=build /app/resources ./resources
# Uploads are staged here before they go to the store; nothing in it outlives its process.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENTRYPOINT ["node", "--enable-source-maps", "dist/service/cli.js"]
