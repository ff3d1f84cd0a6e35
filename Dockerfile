# The image of bot serve: a static binary and what it needs of a system, nothing else. It runs as an
# unprivileged user on a read-only root; only /data (the embedded store) is written to.
#
#     docker build --build-arg VERSION="$(git describe --tags)" -t tack .
#     docker run --read-only --cap-drop ALL -v tack:/data -e SLACK_BOT_TOKEN -e SLACK_APP_TOKEN tack
#
# The tag of the base is exact. To build on one content for good, put its digest behind it, golang:…@sha256:…, as
# `docker buildx imagetools inspect` prints it (docs/operator.md, "Run it").
#
# The binary is, byte for byte, the one of `make release`. For an image that is too, give buildx
# SOURCE_DATE_EPOCH and --output type=image,rewrite-timestamp=true.
# `go test ./deploy/dockertest` runs this file without a container engine; it knows the instructions
# that are used here and refuses others.

FROM --platform=$BUILDPLATFORM golang:1.26.8-trixie AS build
ARG TARGETOS
ARG TARGETARCH
ARG VERSION=devel
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    go run ./deploy/release --version "$VERSION" --only "$TARGETOS/$TARGETARCH" --out /out && \
    mv "/out/bot_${VERSION}_${TARGETOS}_${TARGETARCH}" /out/bot && \
    mkdir /out/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/LICENSES.txt /
COPY --from=build /out/bot /bot
COPY --from=build --chown=65532:65532 /out/data /data
ENV TACK_STORE_PATH=/data
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["/bot", "healthcheck"]
ENTRYPOINT ["/bot"]
CMD ["serve"]
